package io.lockkeeper.agent;

import io.lockkeeper.agent.time.Machine;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Waits for a lock on a virtual thread. Cancelling the future interrupts that thread. */
final class AsyncAcquire {

    private AsyncAcquire() {}

    /** Runs {@code over} when the acquisition has ended, before its future completes. */
    static CompletableFuture<Lease> run(Machine machine, Callable<Lease> acquire, Runnable over) {
        CompletableFuture<Lease> future = new CompletableFuture<>();
        Thread waiting = machine.virtual("lockkeeper-acquire", () -> complete(future, acquire, over));
        var unused = future.whenComplete((lease, failure) -> waiting.interrupt());
        waiting.start();
        return future;
    }

    private static void complete(CompletableFuture<Lease> future, Callable<Lease> acquire, Runnable over) {
        try {
            Lease lease = ended(acquire, over);
            if (!future.complete(lease)) {
                lease.close();
            }
        } catch (Exception | Error e) { // any error, because the future's caller waits for it
            future.completeExceptionally(e);
        }
    }

    private static Lease ended(Callable<Lease> acquire, Runnable over) throws Exception {
        try {
            return acquire.call();
        } finally {
            over.run();
        }
    }
}
