package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Takes a lock, and waits its turn where another holds it. */
final class AcquireMain {

    private static final String LOCK = "example:acquire";

    private AcquireMain() {}

    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = Example.client();
                LockAgent morning = Example.agent(client, "morning-shift");
                LockAgent evening = Example.agent(client, "evening-shift")) {
            CompletableFuture<Long> next;
            long token;
            try (Lease lease = morning.acquire(LOCK)) {
                token = lease.token();
                next = CompletableFuture.supplyAsync(() -> work(evening));
                Thread.sleep(1_000);
                check(lease.isHeld() && !next.isDone(), "one holds the lock, the other waits its turn");
            }
            check(next.get(10, TimeUnit.SECONDS) > token, "released, it goes to who waited, under a greater token");
        }
    }

    private static long work(LockAgent agent) {
        try (Lease lease = agent.acquire(LOCK)) {
            say(lease.name() + " was granted at " + lease.acquiredAt());
            return lease.token();
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        }
    }
}
