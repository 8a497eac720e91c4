package io.lockkeeper.agent;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** An acquisition that waits on a virtual thread, which the cancellation of its future interrupts. */
final class Later {

    private Later() {}

    static CompletableFuture<Lease> run(Callable<Lease> acquire) {
        CompletableFuture<Lease> future = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().name("lockkeeper-acquire").unstarted(() -> complete(future, acquire));
        var unused = future.whenComplete((lease, failure) -> waiting.interrupt());
        waiting.start();
        return future;
    }

    private static void complete(CompletableFuture<Lease> future, Callable<Lease> acquire) {
        try {
            Lease lease = acquire.call();
            if (!future.complete(lease)) {
                lease.close();
            }
        } catch (Exception e) {
            future.completeExceptionally(e);
        }
    }
}
