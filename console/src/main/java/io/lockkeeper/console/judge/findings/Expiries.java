package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Expiry;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import java.time.Duration;
import java.time.Instant;

/** Locks whose holds have expired without being freed: where waiters are known, only those that somebody waits for. */
record Expiries(PassInput sight, PassFindings found) {

    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(15);
    private static final Duration FREED_WITHIN = Duration.ofMinutes(1);
    private static final Duration BY_MONITOR = Duration.ofMinutes(2);

    void judge(ObservedLock lock, ObservedHold hold) {
        hold.expiry()
                .instant()
                .ifPresent(end -> lock.own()
                        .ifPresentOrElse(
                                document -> wanted(lock, document, hold, end), () -> notFreed(lock, hold, end)));
    }

    private void wanted(ObservedLock lock, Lock.Own document, ObservedHold hold, Instant end) {
        if (document.waiters() > 0 && sight.isOver(settledFrom(document, end), SETTLED_WITHIN)) {
            found.add(
                    Kind.EXPIRED_WANTED,
                    lock,
                    hold,
                    "The lease of %s expired %s ago%s.".formatted(hold.who(), sight.since(end), lock.waiting()));
        }
    }

    /** While the lock is paused, there is no reason to settle it. */
    private static Instant settledFrom(Lock lock, Instant end) {
        return lock.own()
                .map(LockDocument::paused)
                .map(Pause::until)
                .filter(end::isBefore)
                .orElse(end);
    }

    private void notFreed(ObservedLock lock, ObservedHold hold, Instant end) {
        if (sight.isOver(end, hold.expiry() instanceof Expiry.ByMonitor ? BY_MONITOR : FREED_WITHIN)) {
            found.add(
                    Kind.NOT_FREED,
                    lock,
                    hold,
                    "The lock of %s expired %s ago, and its document is still there.%s"
                            .formatted(hold.who(), sight.since(end), assumed(hold)));
        }
    }

    private static String assumed(ObservedHold hold) {
        return hold.expiry() instanceof Expiry.Assumed assumed
                ? " Its time-out is taken to be %s, the library's default."
                        .formatted(Formats.duration(assumed.timeout()))
                : "";
    }
}
