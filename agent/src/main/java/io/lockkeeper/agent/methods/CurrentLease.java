package io.lockkeeper.agent.methods;

import io.lockkeeper.agent.Lease;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The lease of the innermost {@link Locked} method that runs on the calling thread: for its token, and whether it is still held. */
public final class CurrentLease {

    private CurrentLease() {}

    public static Optional<Lease> find() {
        return MethodLeases.innermost();
    }

    /**
     * The lease of the method that the thread is in.
     *
     * @throws IllegalStateException if no {@link Locked} method runs on the thread, or it was called past its proxy
     */
    public static Lease get() {
        return find().orElseThrow(() -> new IllegalStateException(
                "No method with @Locked runs on this thread, or it was called past its proxy"));
    }

    /**
     * An executor for parts of the method that the calling thread is in: its tasks find the method's lease here, and a task that asks for a
     * lock which the method holds is refused instead of waiting for itself. For {@code CompletableFuture.supplyAsync} and its kin, whose end the method
     * waits for or returns.
     */
    public static Executor carriedBy(Executor executor) {
        return MethodLeases.carriedBy(executor);
    }
}
