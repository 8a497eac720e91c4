package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.concurrent.CompletableFuture;

/** Releases locks without waiting for the server: by try-with-resources, and with a future of the answer. */
final class BackgroundReleaseMain {

    private static final String LOCK = "example:background-release";

    private BackgroundReleaseMain() {}

    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = Example.client();
                LockAgent agent = Example.agent(client, "billing")) {
            for (int order = 1; order <= 3; order++) {
                try (Lease lease =
                        agent.acquire(LockRequest.of(LOCK + ":" + order).withBackgroundRelease())) {
                    say("Booking under " + lease.name());
                } // returns at once, and the lock is released a moment later
            }

            Lease lease = agent.acquire(LOCK);
            CompletableFuture<Boolean> answer = lease.releaseAsync();
            check(!lease.isHeld(), "from the call on, the lease is not held");
            check(
                    agent.tryAcquire(LOCK).map(BackgroundReleaseMain::closed).isPresent(),
                    "a later request goes behind it");
            check(answer.join(), "the future says whether it was held to its end");
        }
    }

    private static Lease closed(Lease lease) {
        lease.close();
        return lease;
    }
}
