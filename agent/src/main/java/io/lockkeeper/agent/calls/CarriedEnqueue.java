package io.lockkeeper.agent.calls;

import io.lockkeeper.model.Ask;
import java.util.concurrent.CompletableFuture;

/**
 * A waiter's first enqueue, which waits in the local queue for another call for its lock to carry it: a release, and the waiters that join
 * behind it, are then one write.
 *
 * @param answer what became of the call that carried it
 */
public record CarriedEnqueue(Ask.Enqueue enqueue, CompletableFuture<ServerCall> answer) {

    public CarriedEnqueue(Ask.Enqueue enqueue) {
        this(enqueue, new CompletableFuture<>());
    }

    /** The place where it waits for the call that carries it. */
    public interface Queue {

        /** Adds an enqueue that waits for another call to carry it. */
        void add(CarriedEnqueue enqueue);

        /** Withdraws an enqueue, and returns whether no call has taken it up. */
        boolean withdraw(CarriedEnqueue enqueue);
    }
}
