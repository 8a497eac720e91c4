package io.lockkeeper.benchmark;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.benchmark.Contest.Outcome;
import java.util.concurrent.ThreadLocalRandom;

/**
 * From the call of release in this process to the grant returned in another, which waits. Both read System.nanoTime, which
 * on Linux is the machine's CLOCK_MONOTONIC and so one clock for all its processes.
 *
 * <p>Bare: release, the event of it in a change stream that is open all the time, and on it an acquire.
 */
final class Handoff {

    static final String DATABASE = "benchmark";
    static final String LOCK = "handed-on";
    static final String RELEASER = "releaser";

    static final Contest CONTEST = new Contest(20, 80, 5);

    private final MongoDatabase database;
    private final LockAgent agent;
    private final BareLock bare;
    private final WaitingProcess other;

    private Handoff(MongoDatabase database, LockAgent agent, WaitingProcess other) {
        this.database = database;
        this.agent = agent;
        this.bare = new BareLock(database, LOCK, RELEASER);
        this.other = other;
    }

    static Outcome run(MongoClient client, String uri) throws Exception {
        MongoDatabase database = client.getDatabase(DATABASE);
        new BareLock(database, LOCK, RELEASER).acquire();
        try (LockAgent agent = LockAgent.connect(client, DATABASE, AgentOptions.forService(RELEASER));
                WaitingProcess other = WaitingProcess.start(uri)) {
            Handoff handoff = new Handoff(database, agent, other);
            return CONTEST.between(handoff::byAgent, handoff::byDriver);
        }
    }

    private long byAgent() throws Exception {
        Lease lease = agent.acquire(LOCK);
        other.tell("agent");
        while (database.getCollection("locks")
                        .find(and(eq(LOCK), exists("queue.0")))
                        .first()
                == null) {
            Thread.sleep(2);
        }
        settleDown();
        long start = System.nanoTime();
        lease.release();
        return other.grantedAt() - start;
    }

    private long byDriver() throws Exception {
        bare.acquire();
        other.tell("driver");
        other.awaitReady();
        settleDown();
        long start = System.nanoTime();
        bare.release();
        return other.grantedAt() - start;
    }

    /** What came before is over, and the release falls on no rhythm of the server's. */
    private static void settleDown() throws InterruptedException {
        Thread.sleep(ThreadLocalRandom.current().nextInt(10, 20));
    }
}
