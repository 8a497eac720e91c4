package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;

/** Takes the same lock again and again without asking MongoDB, until another service wants it. */
final class KeptLeaseMain {

    private static final LockRequest KEPT = LockRequest.of("example:kept").withKeep(Duration.ofSeconds(30));

    private KeptLeaseMain() {}

    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = Example.client();
                LockAgent ledger = Example.agent(client, "ledger");
                LockAgent audit = Example.agent(client, "audit")) {
            long last = use(ledger);
            while (ledger.heldBy("example:kept").isEmpty()) { // until the agent listens
                last = use(ledger);
            }
            boolean grows = true;
            long began = System.nanoTime();
            for (int i = 0; i < 10_000; i++) {
                long token = use(ledger);
                grows &= token > last;
                last = token;
            }
            check(grows, "each use has a greater token");
            say("10,000 uses took " + Duration.ofNanos(System.nanoTime() - began));
            try (Lease lease = audit.acquire(KEPT)) {
                check(lease.token() > last, "another caller that wants the lock gets it");
            }
        }
    }

    private static long use(LockAgent agent) throws InterruptedException {
        try (Lease lease = agent.acquire(KEPT)) {
            return lease.token();
        }
    }
}
