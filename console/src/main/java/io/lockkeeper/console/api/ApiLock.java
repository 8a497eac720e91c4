package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.LockSummary;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.people.notes.AboutLock;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One lock, whole.
 *
 * @param name its name
 * @param path the name as one segment of an address
 * @param state in a word, as on the pages
 * @param sentence who holds it, whether that process is alive, what is usual, what its thread is doing and who waits; empty where
 *     there is nothing to say
 * @param usual what is usual for it; null while its history is not recorded, or cannot be read
 * @param token the token of the lease granted first or, of a free lock, the last token granted
 * @param damage what is wrong with its document, or null
 * @param waiting how many wait, those included of whom only their agents know
 * @param queue those that the document lists, in the order of service
 * @param released the lease that ended last, or null
 * @param paused until when, and why, it is not granted, or null
 * @param about what people know of it, or null
 */
record ApiLock(
        String name,
        String path,
        String state,
        String sentence,
        @Nullable Usually usual,
        long token,
        int capacity,
        @Nullable String damage,
        List<ApiLease> holders,
        int waiting,
        List<Request> queue,
        @Nullable Last released,
        @Nullable ApiPause paused,
        @Nullable AboutLock about) {

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

    static ApiLock of(Lock lock, LockSummary said, List<ApiLease> holders, @Nullable AboutLock about, Instant now) {
        return new ApiLock(
                lock.name(),
                LockAddress.of(lock.name()),
                lock.state(now).words(),
                said.sentence(),
                Usually.of(said.usual()),
                token(lock),
                lock.own().map(LockDocument::capacity).orElse(0),
                lock.damage().orElse(null),
                holders,
                lock.own().map(LockDocument::waiting).orElse(0),
                lock.queue().stream().map(Request::of).toList(),
                lock.own().map(document -> Last.of(document.released())).orElse(null),
                lock.pause(now).map(ApiPause::of).orElse(null),
                about);
    }

    static long token(Lock lock) {
        return lock.holder()
                .map(Holder::token)
                .or(() -> lock.own().map(LockDocument::token))
                .orElse(0L);
    }
}
