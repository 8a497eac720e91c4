package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;

/** Waits its turn, but not forever; what ends the wait names the holder. */
final class LongestWaitMain {

    private static final String LOCK = "example:longest-wait";

    private LongestWaitMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = Example.client();
                LockAgent patient = Example.agent(client, "patient");
                LockAgent slow = Example.agent(client, "slow");
                Lease held = slow.acquire(LOCK)) {
            LockRequest request = LockRequest.of(LOCK).withLongestWait(Duration.ofMillis(700));
            long asked = System.nanoTime();
            try (Lease lease = patient.acquire(request)) {
                throw new IllegalStateException("Granted, although it is held: " + lease + ", " + held);
            } catch (LockNotAcquiredException e) {
                say(e);
                Duration waited = Duration.ofNanos(System.nanoTime() - asked);
                check(waited.toMillis() >= 700, "it waited as long as it had asked for");
                check(waited.toMillis() < 2_000, "and not much longer");
                check(e.heldBy().getFirst().owner().service().equals("slow"), "the exception names the holder");
            }
        }
    }
}
