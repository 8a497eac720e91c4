package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lease as the lock's document stores it. All instants are the server's.
 *
 * @param acquirer the request that was granted; the lease's id
 * @param weight how much of the lock's capacity it takes
 * @param token the fencing token
 * @param ttl how long a touch keeps the lease; zero where its holder has let go and its place is kept until a shortest hold is over
 * @param acquiredAt when it was granted
 * @param updatedAt when it was touched last
 * @param expiresAt when it ends unless it is touched again; of an evicted lease, when its quarantine ends
 * @param stamp the call that touched it last
 * @param owner who asked for it
 * @param stack the stack of the holder's thread, or null
 * @param evicted the mark of an eviction, or null
 * @param keep that its agent may grant it again, and the tokens that it has for that; null if not
 * @param use the latest use of a lease that is kept, or was; null until its agent has told it
 */
public record Holder(
        String acquirer,
        int weight,
        long token,
        Duration ttl,
        Instant acquiredAt,
        Instant updatedAt,
        Instant expiresAt,
        String stamp,
        Owner owner,
        @Nullable ThreadStack stack,
        @Nullable Eviction evicted,
        @Nullable Keep keep,
        @Nullable LatestUse use) {

    /** How long a lease lasts that was handed to a waiter and is not touched by it, unless its ttl is shorter. */
    public static final Duration CLAIM_TIME = Duration.ofSeconds(10);

    /** A lease that is not kept. */
    public Holder(
            String acquirer,
            int weight,
            long token,
            Duration ttl,
            Instant acquiredAt,
            Instant updatedAt,
            Instant expiresAt,
            String stamp,
            Owner owner,
            @Nullable ThreadStack stack,
            @Nullable Eviction evicted) {
        this(acquirer, weight, token, ttl, acquiredAt, updatedAt, expiresAt, stamp, owner, stack, evicted, null, null);
    }

    /** A lease without a stack that is not kept. */
    public Holder(
            String acquirer,
            int weight,
            long token,
            Duration ttl,
            Instant acquiredAt,
            Instant updatedAt,
            Instant expiresAt,
            String stamp,
            Owner owner,
            @Nullable Eviction evicted) {
        this(acquirer, weight, token, ttl, acquiredAt, updatedAt, expiresAt, stamp, owner, null, evicted);
    }

    /** Whether its holder has released it before its shortest hold was over: it ends then, and nobody touches it any more. */
    public boolean lingers() {
        return ttl.isZero();
    }

    /** Whether its agent may release it without ending it: whoever else wants the lock has to ask for it. */
    public boolean isKept() {
        return keep != null && !keep.time().isZero() && evicted == null;
    }

    /** Whether its agent keeps it, or has kept it: its holds are its uses then, of which the document tells the latest as of a renewal. */
    public boolean hasUses() {
        return keep != null || use != null;
    }

    /** Whether its agent keeps it, and nobody uses it, as of the last renewal. */
    public boolean isIdle() {
        return use != null && use.idle();
    }

    /** Who holds it, or did last, as of the last renewal: of a lease with uses, the latest. */
    public Owner user() {
        return use == null ? owner : owner.asking(use.thread(), use.note(), Details.NONE);
    }

    /** Since when somebody holds it; empty while it is idle. Of a lease whose uses are not told yet, the grant. */
    public Optional<Instant> heldSince() {
        if (use == null) {
            return Optional.of(acquiredAt);
        }
        return use.idle() ? Optional.empty() : Optional.of(use.since());
    }

    /** What the thread was doing of whoever holds it; not that of an earlier use. */
    public Optional<ThreadStack> stackOfHold() {
        return Optional.ofNullable(stack)
                .filter(taken -> use == null || (!use.idle() && !taken.at().isBefore(use.since())));
    }

    /** How long the lease is known to have been held: until its last touch. */
    public Duration heldFor() {
        return Duration.between(acquiredAt, updatedAt);
    }
}
