package io.lockkeeper.agent.fencing;

import io.lockkeeper.agent.Lease;
import java.util.Locale;

/**
 * The write came too late: a later lease of the lock has written before. Nothing of this write was applied, and nothing of its transaction
 * once you roll it back. Do not try again with the same lease: its token stays stale forever.
 */
public final class StaleTokenException extends RuntimeException {

    private final String lock;
    private final long token;
    private final long seen;

    /** The exception to throw for a lease whose agent knows of it. */
    static StaleTokenException reported(Lease lease, long seen) {
        lease.refusedAsStale();
        return new StaleTokenException(lease, seen);
    }

    private StaleTokenException(Lease lease, long seen) {
        super(String.format(
                Locale.ROOT,
                "Token %d of lock \"%s\" is stale: a later lease, of token %d, has written since",
                lease.token(),
                lease.name(),
                seen));
        this.lock = lease.name();
        this.token = lease.token();
        this.seen = seen;
    }

    /** The lock's name. */
    public String lock() {
        return lock;
    }

    /** The token of the lease that was refused. */
    public long token() {
        return token;
    }

    /** The greater token that refused it. */
    public long seen() {
        return seen;
    }
}
