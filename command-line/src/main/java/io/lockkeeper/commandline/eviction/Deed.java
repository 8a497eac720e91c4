package io.lockkeeper.commandline.eviction;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Pause;
import java.time.Instant;
import java.util.Locale;

/**
 * An intended change, in the audit's words.
 *
 * @param id of its record, and the stamp of its change
 * @param acquirer the lease or the pause that it is about
 * @param token of the lease; 0 for a pause
 * @param holder who holds the lock, or its pause in words
 */
record Deed(String id, String action, String lock, String acquirer, long token, String holder, String reason) {

    static Deed evict(String id, String lock, Holder seen, String reason) {
        String holder = String.format(
                Locale.ROOT,
                "%s · %s · pid %d · thread %s",
                seen.owner().service(),
                seen.owner().host(),
                seen.owner().pid(),
                seen.owner().thread());
        return new Deed(id, "EVICT", lock, seen.acquirer(), seen.token(), holder, reason);
    }

    static Deed pause(String id, String lock, Instant until, String reason) {
        return new Deed(id, "PAUSE", lock, id, 0, "until " + until, reason);
    }

    static Deed resume(String id, String lock, Pause seen) {
        return new Deed(
                id, "RESUME", lock, seen.id(), 0, "paused by %s until %s".formatted(seen.by(), seen.until()), "");
    }
}
