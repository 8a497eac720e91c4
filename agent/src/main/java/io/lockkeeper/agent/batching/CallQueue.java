package io.lockkeeper.agent.batching;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls that wait for a batch, in their order. Lock-free, because callers fill it. A call that its caller gave up stays until the next
 * batch finds it.
 */
final class CallQueue<C, A> {

    /** How many calls go together at the most. */
    static final int MOST = 500;

    private final Queue<PendingCall<C, A>> calls = new ConcurrentLinkedQueue<>();
    private final AtomicInteger counted = new AtomicInteger();

    void add(PendingCall<C, A> call) {
        calls.add(call);
        counted.incrementAndGet();
    }

    /** How many wait. Whether any does is exact, also while a caller stands still before it has counted its call. */
    int size() {
        return calls.isEmpty() ? 0 : Math.max(1, counted.get());
    }

    /** The next batch: all waiting calls, as far as they fit. */
    List<PendingCall<C, A>> board(long now) {
        List<PendingCall<C, A>> boarded = new ArrayList<>();
        PendingCall<C, A> next = calls.poll();
        while (next != null) {
            counted.decrementAndGet();
            if (next.board(now)) {
                boarded.add(next);
            }
            next = boarded.size() < MOST ? calls.poll() : null;
        }
        return boarded;
    }
}
