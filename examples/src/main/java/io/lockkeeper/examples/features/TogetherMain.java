package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseSet;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.List;

/** Takes two locks at once, all or none, whichever way round they are asked for. */
final class TogetherMain {

    private static final LockRequest FROM = LockRequest.of("example:account:1");
    private static final LockRequest TO = LockRequest.of("example:account:2");

    private TogetherMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = Example.client();
                LockAgent bank = Example.agent(client, "bank");
                LockAgent other = Example.agent(client, "other")) {
            try (LeaseSet set = bank.acquireAll(List.of(TO, FROM), Duration.ofSeconds(10))) {
                check(set.isHeld(), "both accounts are held");
                check(other.tryAcquireAll(List.of(FROM, TO)).isEmpty(), "somebody else gets neither");
            }
            try (Lease one = other.acquire(TO)) {
                check(bank.tryAcquireAll(List.of(FROM, TO)).isEmpty(), "where one is taken, there are none");
                check(
                        other.tryAcquire(FROM).map(Lease::release).orElse(false),
                        "and nothing is left held of the attempt");
                check(one.isHeld(), "the one that was taken stays so");
            }
        }
    }
}
