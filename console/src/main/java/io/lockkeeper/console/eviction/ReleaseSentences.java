package io.lockkeeper.console.eviction;

import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.Grade;
import io.lockkeeper.console.dialect.OwnDialect;
import io.lockkeeper.console.shell.EvictionWords;
import io.lockkeeper.console.shell.Times;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The dialog's sentences about an eviction: what will happen, by the dialect's grade, and what has happened. */
final class ReleaseSentences {

    private ReleaseSentences() {}

    /** Before anything is requested. */
    static String promise(Dialect dialect, ForeignLock seen, Duration quarantine, Instant now) {
        if (dialect instanceof OwnDialect) {
            List<Waiter> queue = seen.own().map(LockDocument::queue).orElse(List.of());
            return "The holder is notified and has %s to stop; then the lock %s. %s An eviction cannot be undone."
                    .formatted(
                            Words.duration(quarantine),
                            queue.isEmpty() ? "is free" : "is handed to the next waiter",
                            Holders.nextInLine(queue));
        }
        if (!dialect.quarantines()) {
            int sharers = seen.acquisition().sharers();
            return sharers > 1
                    ? String.format(
                            Locale.ROOT,
                            "The lock is shared by %,d: all of them are evicted at once, and whoever asks next gets"
                                    + " it.",
                            sharers)
                    : "The lock is released at once, and whoever asks next gets it.";
        }
        Instant until = LeaseEnding.quarantineEnd(seen, now, quarantine);
        return "The document is not deleted but quarantined: nobody gets the lock before %s, so that the old holder can notice."
                .formatted(Times.present().moment(until, now));
    }

    /** What the operator has to know before deciding. */
    static String risk(Dialect dialect) {
        return dialect.grade() == Grade.C
                ? dialect.sentence() + " Make sure that it is dead. " + watch(dialect)
                : dialect.sentence();
    }

    private static String watch(Dialect dialect) {
        return dialect.tellsLateReleases()
                ? "Afterwards the console watches the lock for %s and reports a late write of the old process."
                        .formatted(Words.duration(EvictionFollower.WATCHED))
                : "The console cannot report its late release: it deletes the successor's document, as the successor does itself.";
    }

    /** Of an acquisition that is over before anything was asked for. */
    static String changed(Optional<ForeignLock> there, ForeignLock seen) {
        if (there.filter(lock -> lock.isEvicted(seen.acquisition())).isPresent()) {
            return "Somebody has evicted this holder already.";
        }
        return there.map(lock ->
                        "This holder has ended by itself. The lock is now held by %s. Close this and look again."
                                .formatted(Words.visible(Holders.words(lock))))
                .orElse("This holder has ended by itself. There is nobody to evict.");
    }

    static String title(Result result, Optional<EvictionState> course, String lock) {
        return course.map(state -> "Eviction of the holder of %s: %s".formatted(lock, EvictionWords.brief(state)))
                .orElseGet(() -> title(result, lock));
    }

    private static String title(Result result, String lock) {
        return switch (result.outcome()) {
            case MARKED -> "Evicted: %s is quarantined".formatted(lock);
            case ENDED -> "Evicted: %s is released".formatted(lock);
            case NOT_CONFIRMED -> "Not confirmed: the eviction of the holder of %s".formatted(lock);
            case HOLDER_CHANGED, ALREADY_MARKED, GONE, DENIED, REFUSED ->
                "The holder of %s was not evicted".formatted(lock);
            case AWAITS_CONSENT -> "Asked: evict the holder of %s".formatted(lock);
        };
    }

    static String outcome(Result result, ReleaseCase.Look look) {
        String said = look.course().map(EvictionWords::meaning).orElseGet(result::unchanged);
        return look.course()
                .filter(EvictionState.Watched.class::isInstance)
                .map(watched -> said + " " + watched(result))
                .orElse(said);
    }

    static boolean isChanged(Result result) {
        return result.outcome() == Outcome.MARKED || result.outcome() == Outcome.ENDED;
    }

    private static String watched(Result result) {
        return "The console watches the lock until %s for a late write of its old holder."
                .formatted(Times.present().exact(result.at().plus(EvictionFollower.WATCHED)));
    }
}
