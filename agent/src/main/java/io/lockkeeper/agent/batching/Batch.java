package io.lockkeeper.agent.batching;

import java.time.Duration;
import java.util.List;

/**
 * Calls that are in flight as one batch, or a single call in flight.
 *
 * @param calls those that wait for its answer; empty where a caller sends its own call
 * @param size how many calls it counts for
 * @param departedAt when it left, in nanoseconds
 */
record Batch<C, A>(List<PendingCall<C, A>> calls, int size, long departedAt) {

    static <C, A> Batch<C, A> alone(long now) {
        return new Batch<>(List.of(), 1, now);
    }

    static <C, A> Batch<C, A> together(List<PendingCall<C, A>> calls, long now) {
        return new Batch<>(List.copyOf(calls), calls.size(), now);
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    Duration takesFor(long now) {
        return Duration.ofNanos(now - departedAt);
    }

    /** The calls whose callers still wait. The others are not sent: this thread may have stalled since it boarded them. */
    List<PendingCall<C, A>> stillWanted() {
        calls.stream().filter(PendingCall::isAbandoned).forEach(PendingCall::drop);
        return calls.stream().filter(call -> !call.answer().isDone()).toList();
    }
}
