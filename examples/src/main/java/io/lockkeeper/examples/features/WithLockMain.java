package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.concurrent.CompletableFuture;

/** Does work under a lock and returns its value; and waits for a lock without a thread. */
final class WithLockMain {

    private static final String LOCK = "example:with-lock";

    private WithLockMain() {}

    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = Example.client();
                LockAgent agent = Example.agent(client, "billing")) {
            int invoices = agent.withLock(LOCK, lease -> 42);
            check(invoices == 42, "work under a lock returns its value");

            CompletableFuture<Lease> future;
            try (Lease lease = agent.acquire(LOCK)) {
                future = agent.acquireAsync(LockRequest.of(LOCK));
                check(lease.isHeld() && !future.isDone(), "a future waits while the lock is held");
            }
            try (Lease lease = future.get()) {
                check(lease.isHeld(), "and completes when it is its turn");
            }
        }
    }
}
