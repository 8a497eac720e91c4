package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Works through many customers in turn: the one that has been idle longest, unless another instance works on it. */
final class RotationMain {

    private static final List<LockRequest> CUSTOMERS = IntStream.rangeClosed(1, 5)
            .mapToObj(customer -> LockRequest.of("example:customer:" + customer))
            .toList();

    private RotationMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = Example.client();
                LockAgent agent = Example.agent(client, "sync-1");
                LockAgent other = Example.agent(client, "sync-2");
                Lease busy = other.acquire(CUSTOMERS.getFirst())) {
            Set<String> served = new HashSet<>();
            for (int i = 1; i < CUSTOMERS.size(); i++) {
                try (Lease lease = agent.tryAcquireLongestIdle(CUSTOMERS).orElseThrow()) {
                    say("Synchronising " + lease.name());
                    served.add(lease.name());
                }
            }
            check(served.size() == CUSTOMERS.size() - 1, "each customer had its turn before any had a second");
            check(!served.contains(busy.name()), "whom another instance works on is skipped");
        }
    }
}
