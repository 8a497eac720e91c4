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
 * @param ttl how long a touch keeps the lease; zero where its holder has released it and its place is kept until a shortest hold is over
 * @param acquiredAt when it was granted
 * @param updatedAt when it was touched last
 * @param expiresAt when it ends unless it is touched again; of an evicted lease, when its quarantine ends
 * @param stamp the call that touched it last
 * @param owner who asked for it
 * @param stack the stack of the holder's thread, or null
 * @param evicted the mark of an eviction, or null
 * @param keep that its agent may grant it again, and the tokens that it has for that; null if not
 * @param use the latest use of a lease that is or was kept; null until its agent has reported one
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
        this(acquirer, weight, token, ttl, acquiredAt, updatedAt, expiresAt, stamp, owner, null, evicted, null, null);
    }

    /** Whether its holder released it before its shortest hold was over: it ends when that is, and no touch extends it. */
    public boolean lingers() {
        return ttl.isZero();
    }

    /** Whether its agent may release it without ending it, so that other agents have to recall it. */
    public boolean isKept() {
        return keep != null && !keep.time().isZero() && evicted == null;
    }

    /** Whether its agent keeps it, or has kept it: its holds are then its uses, of which the document has the latest as of a renewal. */
    public boolean hasUses() {
        return keep != null || use != null;
    }

    /** Whether its agent keeps it unused, as of the last renewal. */
    public boolean isIdle() {
        return use != null && use.idle();
    }

    /** The current or last holder, as of the last renewal: of a lease with uses, that of the latest use. */
    public Owner user() {
        return use == null ? owner : owner.asking(use.thread(), use.note(), Details.NONE);
    }

    /** Since when it is in use; empty while it is idle. Before its agent has reported a use, the time of its grant. */
    public Optional<Instant> heldSince() {
        if (use == null) {
            return Optional.of(acquiredAt);
        }
        return use.idle() ? Optional.empty() : Optional.of(use.since());
    }

    /** The stack of the present holder's thread; not one that was taken during an earlier use. */
    public Optional<ThreadStack> stackOfHold() {
        return Optional.ofNullable(stack)
                .filter(taken -> use == null || (!use.idle() && !taken.at().isBefore(use.since())));
    }

    /** How long the lease is known to have been held: until its last touch. */
    public Duration heldFor() {
        return Duration.between(acquiredAt, updatedAt);
    }
}
