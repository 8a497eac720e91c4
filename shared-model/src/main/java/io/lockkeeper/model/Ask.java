package io.lockkeeper.model;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** The one thing that an agent asks of one lock for one acquirer; {@link Settle#change} makes it a change of the document. */
public sealed interface Ask {

    LockName lock();

    String acquirer();

    /** A request that can be combined with others into one change of a lock, or of many locks. */
    sealed interface Combinable extends Ask {}

    /**
     * Acquires: the request is granted if nothing stands before it, else it waits in the queue. Sent again by the same acquirer, it is a
     * touch.
     *
     * @param behind how many of its agent stand behind it outside the document
     */
    record Enqueue(LockName lock, Request request, int behind) implements Combinable {

        public Enqueue(LockName lock, Request request) {
            this(lock, request, 0);
        }

        @Override
        public String acquirer() {
            return request.acquirer();
        }
    }

    /**
     * Acquires if it can be granted at once; otherwise the document stays as it was. Not for an acquirer that waits.
     *
     * @param recall how long it waits for a kept lease that it is the first to recall; zero if not at all
     */
    record TryEnqueue(LockName lock, Request request, Duration recall) implements Combinable {

        public TryEnqueue(LockName lock, Request request) {
            this(lock, request, Duration.ZERO);
        }

        @Override
        public String acquirer() {
            return request.acquirer();
        }
    }

    /** Proves the acquirer's entry alive: renews its lease, or its place in the queue. Never enqueues, never upserts. */
    record Touch(LockName lock, String acquirer) implements Combinable {}

    /**
     * Releases, or gives up: the acquirer's entry is removed, and the next waiter is granted. Never upserts.
     *
     * @param waiting waiters of the same agent that the release also touches, so that its answer notifies
     *     the one that is granted
     * @param lease the token of the lease that it ends, if the answer must show whether that lease was live until then
     */
    record Remove(LockName lock, String acquirer, List<String> waiting, OptionalLong lease) implements Combinable {

        /** Gives up. */
        public Remove(LockName lock, String acquirer) {
            this(lock, acquirer, List.of());
        }

        /** Gives up. */
        public Remove(LockName lock, String acquirer, List<String> waiting) {
            this(lock, acquirer, waiting, OptionalLong.empty());
        }

        public Remove {
            waiting = List.copyOf(waiting);
        }

        /** Whether it ends a lease, rather than a request that its caller gave up. */
        public boolean releases() {
            return lease.isPresent();
        }
    }

    /** A touch after which the acquirer's lease weighs at most {@code weight}; waiters that fit now are granted. Never upserts. */
    record Lighten(LockName lock, String acquirer, int weight) implements Ask {}

    /** Releases a lease whose lock stays taken until that long after its grant: it ends then, and no touch extends it. */
    record Linger(LockName lock, String acquirer, Duration atLeast) implements Ask {}

    /** Has the acquirer's lease end with its release: it is kept no longer. Moves no time, and is no touch. Never upserts. */
    record EndKeep(LockName lock, String acquirer) implements Ask {}

    /**
     * Attaches what the thread of the acquirer's lease is doing. Not to an evicted lease, nor where {@link LockDocument#MAX_STACKS}
     * others carry a stack. Moves no time, and is no touch. Never upserts.
     *
     * @param frames as {@link ThreadStack#fitted} gives them
     */
    record Attach(LockName lock, String acquirer, Thread.State state, List<String> frames) implements Ask {}
}
