package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two instances of four threads want the same lock all the time: each instance serves its own threads for 20 ms at a time. */
final class CohortMain {

    private static final int THREADS = 4;
    private static final int TIMES = 1_000;
    private static final LockRequest STOCK =
            LockRequest.of("example:stock").withKeep(Duration.ofSeconds(30)).withCohort(Duration.ofMillis(20));

    private int counted;
    private long last;
    private boolean grows = true;

    private CohortMain() {}

    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = Example.client();
                LockAgent one = Example.agent(client, "shop-1");
                LockAgent other = Example.agent(client, "shop-2");
                ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS)) {
            CohortMain shared = new CohortMain();
            long began = System.nanoTime();
            List<Future<?>> counting = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                counting.add(threads.submit(() -> shared.count(one)));
                counting.add(threads.submit(() -> shared.count(other)));
            }
            for (Future<?> each : counting) {
                each.get();
            }
            say("8,000 turns took " + Duration.ofNanos(System.nanoTime() - began));
            check(shared.grows, "each turn has a greater token");
            check(shared.counted == 2 * THREADS * TIMES, "both instances have counted to the end");
        }
    }

    /** Only under the lock. */
    private boolean count(LockAgent agent) throws InterruptedException {
        for (int i = 0; i < TIMES; i++) {
            try (Lease lease = agent.acquire(STOCK)) {
                grows &= lease.token() > last;
                last = lease.token();
                counted++;
            }
        }
        return true;
    }
}
