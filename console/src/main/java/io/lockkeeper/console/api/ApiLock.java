package io.lockkeeper.console.api;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.shell.LockAddress;
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
 * @param token the token of the lease granted first or, where nobody holds it, the last token granted
 * @param damage what is wrong with its document, or null
 * @param waiting how many wait, those included of whom only their agents know
 * @param queue those that the document lists, in the order of service
 * @param released the lease that ended last, or null
 * @param paused until when, and why, nobody acquires it, or null
 */
record ApiLock(
        String name,
        String path,
        String state,
        long token,
        int capacity,
        @Nullable String damage,
        List<ApiLease> holders,
        int waiting,
        List<Request> queue,
        @Nullable Last released,
        @Nullable ApiPause paused) {

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

    /** The lease that ended last. */
    record Last(Instant at, ApiOwner owner, ApiLease.@Nullable Mark evicted) {

        static @Nullable Last of(@Nullable Released end) {
            return end == null ? null : new Last(end.at(), ApiOwner.of(end.owner()), ApiLease.Mark.of(end.evicted()));
        }
    }

    static ApiLock of(LockView lock, AgentLives lives, Instant now) {
        LockDocument document = lock.lock();
        return new ApiLock(
                lock.name(),
                LockAddress.of(lock.name()),
                lock.state(now).words(),
                token(lock),
                document == null ? 0 : document.capacity(),
                lock.damage(),
                lock.holders().stream()
                        .map(holder -> ApiLease.of(holder, lives, now))
                        .toList(),
                document == null ? 0 : document.waiting(),
                lock.queue().stream().map(Request::of).toList(),
                document == null ? null : Last.of(document.released()),
                lock.pause(now).map(ApiPause::of).orElse(null));
    }

    static long token(LockView lock) {
        LockDocument document = lock.lock();
        return lock.holder().map(holder -> holder.token()).orElse(document == null ? 0 : document.token());
    }
}
