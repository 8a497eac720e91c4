package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.model.Holder;

/**
 * The acquisition that an operator saw hold a lock: this one is evicted, or none.
 *
 * @param acquisition differs from the next one's
 * @param token its fencing token; 0 where there is none
 * @param holder who has it, in words
 */
public record Seen(Acquisition acquisition, long token, String holder) {

    /** A lease of one of Lockkeeper's own locks. */
    public static Seen of(String lock, Holder lease) {
        return new Seen(LeaseAcquisitions.of(lock, lease), lease.token(), Holders.words(lease.owner()));
    }

    /** The acquisition that stands for a lock. */
    public static Seen of(DialectLock lock) {
        return new Seen(lock.acquisition(), lock.fence().orElse(0), Holders.words(lock));
    }
}
