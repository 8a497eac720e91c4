package io.lockkeeper.agent;

import io.lockkeeper.model.Ask;
import java.util.concurrent.CompletableFuture;

/**
 * A waiter's first enqueue, which waits in the local queue for another call for its lock to carry it: a release, and the waiters that join
 * behind it, are then one write.
 *
 * @param answer what became of the call that carried it
 */
record Piggyback(Ask.Enqueue enqueue, CompletableFuture<ServerCall> answer) {

    Piggyback(Ask.Enqueue enqueue) {
        this(enqueue, new CompletableFuture<>());
    }
}
