package io.lockkeeper.benchmark;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.benchmark.Contest.Outcome;

/** What a lock costs that nobody else wants, and what it costs to be refused one. Each is one thread, one call after the other. */
final class Uncontended {

    private static final String DATABASE = "benchmark";
    static final Contest CONTEST = new Contest(20, 60, 50);

    private Uncontended() {}

    /** Acquire and release, against two bare updates. */
    static Outcome acquireAndRelease(MongoClient client) throws Exception {
        BareLock bare = new BareLock(client.getDatabase(DATABASE), "free", "me");
        try (LockAgent agent = agent(client, "acquire")) {
            return CONTEST.between(Contest.timed(() -> agent.acquire("free").release()), Contest.timed(() -> {
                bare.acquire();
                bare.release();
            }));
        }
    }

    /** A try that is refused, against one bare update that changes nothing. */
    static Outcome refusedTry(MongoClient client) throws Exception {
        BareLock bare = new BareLock(client.getDatabase(DATABASE), "held", "me");
        bare.acquire();
        LockRequest request = LockRequest.of("held");
        try (LockAgent holder = agent(client, "holder");
                LockAgent agent = agent(client, "refused");
                Lease lease = holder.acquire(request)) {
            Outcome outcome =
                    CONTEST.between(Contest.timed(() -> agent.attempt(request)), Contest.timed(bare::acquire));
            if (!lease.isHeld()) {
                throw new IllegalStateException("The lock was not held to the end: tries were granted");
            }
            return outcome;
        }
    }

    private static LockAgent agent(MongoClient client, String name) {
        return LockAgent.connect(client, DATABASE, AgentOptions.forService(name));
    }
}
