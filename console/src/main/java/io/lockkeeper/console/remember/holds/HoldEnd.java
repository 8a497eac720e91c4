package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Expiry;
import io.lockkeeper.console.watch.source.LockWrite;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an acquisition of another library's lock ended, as far as a write and the state before it show.
 *
 * <ul>
 *   <li>It was written or deleted before its expiry: its holder released it.
 * <li>Its expiry had passed by then: it expired at that instant. A release that comes later than the expiry looks the same. Where the
 * document bars all others until the TTL monitor deletes it, it was held until that delete.
 *   <li>Where several share it, it is one hold from the first to the last of them.
 *   <li>Another acquisition stands in its place before its expiry, and no release was seen, or its document cannot be read any more:
 *       unknown.
 *   <li>Where the expiry itself frees a lock, and the same acquisition is written again later, it had ended at its expiry. If a release
 *       was seen, that was a late one of an earlier holder: the acquisition's own holder has released it now.
 * </ul>
 *
 * @param again when it was released again; null for once
 */
record HoldEnd(Instant until, Ending how, @Nullable Instant again) {

    HoldEnd(Instant until, Ending how) {
        this(until, how, null);
    }

    /** Empty if no acquisition ended. */
    static Optional<HoldEnd> of(LockWrite change) {
        return change.before()
                .filter(DialectLock::held)
                .filter(before -> ends(before, change))
                .map(before -> of(before, change));
    }

    private static boolean ends(DialectLock before, LockWrite change) {
        return change.after()
                .map(after -> !after.held()
                        || isAnother(before, after)
                        || isCutShort(before, after, change.at())
                        || isWrittenAgain(before, after, change.at()))
                .orElse(true);
    }

    private static boolean isWrittenAgain(DialectLock before, DialectLock after, Instant at) {
        return after.endsFree()
                && before.ranOut(at).isPresent()
                && before.acquisition().equals(after.acquisition())
                && !before.expiry().equals(after.expiry());
    }

    /** A lock that is free once its expiry has passed is released by an earlier expiry. */
    private static boolean isCutShort(DialectLock before, DialectLock after, Instant at) {
        Optional<Instant> end = before.expiry().instant();
        return after.endsFree()
                && end.isPresent()
                && end.get().isAfter(at)
                && after.expiry().instant().filter(end.get()::isAfter).isPresent();
    }

    private static HoldEnd of(DialectLock before, LockWrite change) {
        Optional<Instant> passed = before.expiry().instant().filter(end -> !end.isAfter(change.at()));
        if (passed.isPresent()) {
            boolean barred = before.expiry() instanceof Expiry.ByMonitor;
            Instant again = change.after()
                    .filter(after -> isWrittenAgain(before, after, change.at()))
                    .map(after -> change.at())
                    .orElse(null);
            return new HoldEnd(barred ? change.at() : passed.get(), Ending.EXPIRED, again);
        }
        boolean unseen = before.expiry() instanceof Expiry.Unknown
                || change.after()
                        .filter(after -> !after.isReadable() || isAnother(before, after))
                        .isPresent();
        return new HoldEnd(change.at(), unseen ? Ending.UNKNOWN : Ending.RELEASED);
    }

    private static boolean isAnother(DialectLock before, DialectLock after) {
        return after.held()
                && !after.acquisition().equals(before.acquisition())
                && !after.acquisition().sharesWith(before.acquisition());
    }
}
