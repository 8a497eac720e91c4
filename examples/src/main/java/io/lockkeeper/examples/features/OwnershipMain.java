package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.reentrant.Ownership;
import io.lockkeeper.agent.reentrant.OwnershipEntry;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Enters a lock again from the threads that share the work, all under one lease. */
final class OwnershipMain {

    private static final LockRequest LOCK = LockRequest.of("example:ownership");

    private OwnershipMain() {}

    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = Example.client();
                LockAgent agent = Example.agent(client, "warehouse");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Ownership order = Ownership.of(agent, "order 17");
            try (OwnershipEntry entry = order.acquire(LOCK)) {
                long packed = threads.submit(() -> pack(order)).get();
                check(packed == entry.token(), "another thread enters again, under the same token");
                check(entry.isHeld(), "its exit releases nothing");
                boolean foreign =
                        Ownership.of(agent, "order 18").tryAcquire(LOCK).isPresent();
                check(!foreign, "another ownership of the same process stays outside");
            }
            check(agent.heldBy(LOCK.name().value()).isEmpty(), "the last exit releases the lock");
        }
    }

    private static long pack(Ownership order) throws InterruptedException {
        try (OwnershipEntry entry = order.acquire(LOCK)) {
            return entry.token();
        }
    }
}
