package io.lockkeeper.console.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockSummaries;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One lock, whole.
 *
 * @param line what a list has of it
 * @param sentence who holds it, whether that process is alive, what is usual, what its thread is doing and who waits; empty where
 *     there is nothing to say
 * @param usual what is usual for it; null while its history is not recorded, or cannot be read
 * @param capacity how many may share it; null of another library's
 * @param damage what is wrong with its document, or null
 * @param leases of one of Lockkeeper's own; empty of another library's
 * @param queue those that the document lists, in the order of service
 * @param released the lease that ended last, or null
 * @param paused until when, and why, it is not granted, or null
 * @param others further documents of its name, where there is meant to be one: the one that changed last first
 */
record ApiLock(
        @JsonUnwrapped LockLine line,
        String sentence,
        @Nullable Usually usual,
        @Nullable Integer capacity,
        @Nullable String damage,
        List<ApiLease> leases,
        List<Request> queue,
        @Nullable Last released,
        @Nullable ApiPause paused,
        List<LockLine> others) {

    /** A waiter in the lock's queue. */
    record Request(String acquirer, int weight, Instant since, Instant expiresAt, int behind, ApiOwner owner) {

        static Request of(Waiter waiter) {
            return new Request(
                    waiter.acquirer(),
                    waiter.weight(),
                    waiter.since(),
                    waiter.expiresAt(),
                    waiter.behind(),
                    ApiOwner.of(waiter.owner()));
        }
    }

    /**
     * What is usual, by the newest leases.
     *
     * @param leases how many ended leases this rests on; of fewer than 20 the sentence says that it is not known yet
     * @param kept how many of these were kept between uses, so that how long they were held is unknown
     * @param ranOut how many of them expired instead of being released
     * @param held how long they were held, or null if of none is known
     * @param waited how long they waited, or null if of none is known
     */
    record Usually(
            int leases,
            int kept,
            int ranOut,
            @Nullable Lasting held,
            @Nullable Lasting waited) {

        static @Nullable Usually of(@Nullable Usual usual) {
            return usual == null
                    ? null
                    : new Usually(
                            usual.leases(),
                            usual.kept(),
                            usual.ranOut(),
                            Lasting.of(usual.hold()),
                            Lasting.of(usual.waiting()));
        }
    }

    /**
     * The distribution of some durations.
     *
     * @param count how many these figures count
     * @param medianMillis null if there are fewer than 20
     * @param p95Millis the value that 95 of 100 stay below; null as the median is
     */
    record Lasting(
            long count,
            @Nullable Long medianMillis,
            @Nullable Long p95Millis,
            long longestMillis) {

        static @Nullable Lasting of(Usual.@Nullable Quantiles some) {
            return some == null
                    ? null
                    : new Lasting(
                            some.count(),
                            some.isEnough() ? some.median().toMillis() : null,
                            some.isEnough() ? some.p95().toMillis() : null,
                            some.longest().toMillis());
        }
    }

    /** The lease that ended last. */
    record Last(Instant at, ApiOwner owner, ApiLease.@Nullable Mark evicted) {

        static @Nullable Last of(@Nullable Released end) {
            return end == null ? null : new Last(end.at(), ApiOwner.of(end.owner()), ApiLease.Mark.of(end.evicted()));
        }
    }

    static ApiLock of(
            Lock lock, LockLine line, LockSummaries.LockSummary said, List<ApiLease> leases, List<LockLine> others) {
        LockFacts facts = said.facts();
        return new ApiLock(
                line,
                said.sentence(),
                Usually.of(said.usual()),
                lock.own().map(LockDocument::capacity).orElse(null),
                facts.damage(),
                leases,
                facts.queue().stream()
                        .map(waiting -> Request.of(waiting.waiter()))
                        .toList(),
                Last.of(facts.released()),
                facts.paused() == null ? null : ApiPause.of(facts.paused()),
                others);
    }

    /**
     * A pause of a lock.
     *
     * @param id its own: what If-Match takes to end it
     * @param until when it ends by itself
     */
    record ApiPause(String id, String by, String reason, Instant at, Instant until) {

        static ApiPause of(Pause pause) {
            return new ApiPause(pause.id(), pause.by(), pause.reason(), pause.at(), pause.until());
        }
    }
}
