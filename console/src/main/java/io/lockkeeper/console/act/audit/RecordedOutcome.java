package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.Optional;

/**
 * The outcome of an entry whose records are complete: a pause, the end of one, a waiter taken out. How an eviction went on is followed
 * instead.
 *
 * @param brief in a word or three
 * @param css the name under which style sheets know it
 * @param meaning what that means, in a sentence or two
 */
public record RecordedOutcome(String brief, String css, String meaning) {

    /** Empty for an eviction, and for what waits for a second person's consent or got none. */
    public static Optional<RecordedOutcome> of(AuditEntry entry) {
        return entry.isToBeDone() && !entry.action().isEviction()
                ? Optional.of(
                        new RecordedOutcome(PauseWords.brief(entry), PauseWords.css(entry), PauseWords.meaning(entry)))
                : Optional.empty();
    }

    /** The recorded outcome of a pause, or of ending one. */
    private static final class PauseWords {

        private PauseWords() {}

        static String brief(AuditEntry entry) {
            Result result = entry.result();
            if (result == null || result.outcome() == Outcome.NOT_CONFIRMED) {
                return "not confirmed";
            }
            return result.outcome() == Outcome.ENDED ? "done" : "nothing changed";
        }

        static String css(AuditEntry entry) {
            Result result = entry.result();
            return result != null && result.outcome() == Outcome.ENDED ? "stopped" : "unknown";
        }

        static String meaning(AuditEntry entry) {
            Result result = entry.result();
            if (result == null || result.outcome() == Outcome.NOT_CONFIRMED) {
                return "MongoDB did not confirm it: look at the lock.";
            }
            return switch (result.outcome()) {
                case DENIED ->
                    result.detail().isEmpty() ? "The user may not do this." : Formats.visible(result.detail());
                case REFUSED -> "MongoDB refused the change.";
                default -> Formats.visible(result.detail());
            };
        }
    }
}
