package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Is notified of the loss of a lease, with the cause: here it expires, because it is not renewed. */
final class LostLeaseMain {

    private static final String LOCK = "example:lost-lease";

    private LostLeaseMain() {}

    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = Example.client();
                LockAgent agent = Example.agent(client, "sleeper");
                Lease lease = agent.acquire(LockRequest.of(LOCK).withManualRenewal())) {
            CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
            lease.onLoss((lost, loss) -> told.complete(loss));
            say(String.format(Locale.ROOT, "%d ms to sleep", lease.remaining().toMillis()));
            LeaseLoss loss = told.get(10, TimeUnit.SECONDS);
            check(loss instanceof LeaseLoss.Expired, "the holder is notified: " + loss);
            check(!lease.isHeld() && lease.remaining().isZero(), "the lease itself says so too");
            check(!lease.release(), "a release answers that it was not held to its end");
        }
    }
}
