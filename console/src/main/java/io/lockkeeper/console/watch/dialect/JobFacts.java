package io.lockkeeper.console.watch.dialect;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The job behind a lock, as its document shows it. What that does not show is empty.
 *
 * @param lock the name of the job's lock
 * @param lastRun when it began to run last
 * @param nextRun when it is to run next
 * @param finished when a run ended last
 * @param failed when a run failed last
 * @param failures how many runs failed, as the library counts them
 * @param reason why the last one did, as the job wrote it, at most {@link #MOST_REASON} characters; empty if it has none
 * @param waits whether it waits for its next run
 * @param off whether it is switched off
 * @param unknown why it shows less than usual, as a sentence; empty if it does not
 */
public record JobFacts(
        String lock,
        Optional<Instant> lastRun,
        Optional<Instant> nextRun,
        Optional<Instant> finished,
        Optional<Instant> failed,
        OptionalLong failures,
        String reason,
        boolean waits,
        boolean off,
        String unknown) {

    /** Jobs write any text there, for example a whole stack. */
    public static final int MOST_REASON = 300;

    /** The same, of which a part cannot be read. */
    JobFacts unknown(String why) {
        return new JobFacts(
                lock,
                lastRun,
                nextRun.filter(at -> waits),
                finished,
                failed,
                OptionalLong.empty(),
                reason,
                waits,
                off,
                "What its document tells of its runs cannot be read: " + why);
    }

    /** A reason as long as it is shown. */
    static String cut(String text) {
        if (text.length() <= MOST_REASON) {
            return text;
        }
        int end = MOST_REASON - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /** Whether the run that ended last failed. */
    public boolean hasFailed() {
        return failed.isPresent() && finished.filter(failed.get()::isBefore).isEmpty();
    }

    /** Whether that is still of interest: it runs again, or failed since then. */
    public boolean hasFailed(Instant since) {
        return hasFailed()
                && (nextRun.isPresent() || failed.filter(since::isBefore).isPresent());
    }

    /** Whether its next run was to begin before that, and it still waits for it. */
    public boolean isDue(Instant before) {
        return waits && !off && nextRun.filter(before::isAfter).isPresent();
    }
}
