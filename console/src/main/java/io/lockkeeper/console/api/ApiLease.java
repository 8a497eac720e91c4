package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.LockFacts.HolderFacts;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.ThreadStack;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lease that holds a lock.
 *
 * @param etag names this lease, in If-Match
 * @param late whether it is not renewed in time
 * @param agent whether its agent lives: {@code alive}, {@code silent} or {@code unknown}
 * @param stack the stack of the holder's thread, or null
 * @param evicted by whom it was evicted, or null
 * @param kept whether its agent keeps it from one use to the next, or has; owner and acquiredAt are then those of the first
 * @param use the latest of these uses, or null until a renewal has reported it
 */
record ApiLease(
        String etag,
        long token,
        String acquirer,
        int weight,
        Instant acquiredAt,
        Instant updatedAt,
        Instant expiresAt,
        boolean late,
        String agent,
        ApiOwner owner,
        @Nullable Stack stack,
        @Nullable Mark evicted,
        boolean kept,
        @Nullable Use use) {

    /**
     * The latest use of a kept lease, as of its last renewal.
     *
     * @param idle whether it is over, and the lease not in use
     * @param since when it began, or if it is over when it ended
     * @param count how many uses there were, with this one
     * @param waiting how many of the same agent wait for the next one, beside the queue
     */
    record Use(boolean idle, Instant since, String thread, String note, int count, int waiting) {

        static @Nullable Use of(@Nullable LatestUse use) {
            return use == null
                    ? null
                    : new Use(use.idle(), use.since(), use.thread(), use.note(), use.count(), use.waiting());
        }
    }

    /**
     * The place where the holder's thread stood.
     *
     * @param standingSince since when it has stood at this place, or null unless two samples show it there
     */
    record Stack(
            Instant at,
            String state,
            List<String> frames,
            @Nullable Instant standingSince) {

        static @Nullable Stack of(@Nullable ThreadStack stack, Optional<Instant> standing) {
            return stack == null ? null : new Stack(stack.at(), stack.state(), stack.frames(), standing.orElse(null));
        }
    }

    /** The mark of an eviction by an operator; its quarantine lasts until {@code until}. */
    record Mark(String by, String reason, Instant at, Instant until) {

        static @Nullable Mark of(@Nullable Eviction mark) {
            return mark == null ? null : new Mark(mark.by(), mark.reason(), mark.at(), mark.until());
        }
    }

    static ApiLease of(HolderFacts facts, Optional<Instant> standing) {
        Holder holder = facts.holder();
        return new ApiLease(
                IfMatch.tag(holder.token()),
                holder.token(),
                holder.acquirer(),
                holder.weight(),
                holder.acquiredAt(),
                holder.updatedAt(),
                holder.expiresAt(),
                facts.live() && facts.late(),
                life(facts.life()),
                ApiOwner.of(holder.owner()),
                Stack.of(holder.stack(), standing),
                Mark.of(holder.evicted()),
                holder.hasUses(),
                Use.of(holder.use()));
    }

    static String life(AgentLife life) {
        return switch (life) {
            case AgentLife.Alive alive -> "alive";
            case AgentLife.Silent silent -> "silent";
            case AgentLife.Unknown unknown -> "unknown";
        };
    }
}
