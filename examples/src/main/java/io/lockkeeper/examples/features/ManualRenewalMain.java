package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.Locale;

/** Renews a lease by its own hand, after each step of its work: who hangs between two of them loses it. */
final class ManualRenewalMain {

    private static final LockRequest LOCK =
            LockRequest.of("example:manual-renewal").withManualRenewal();

    private ManualRenewalMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = Example.client();
                LockAgent agent = Example.agent(client, "stepper");
                Lease lease = agent.acquire(LOCK)) {
            for (int step = 1; step <= 3; step++) {
                Thread.sleep(1_000);
                lease.renew();
                say(String.format(
                        Locale.ROOT,
                        "Step %d is done, %d ms for the next",
                        step,
                        lease.remaining().toMillis()));
            }
            check(lease.isHeld(), "renewed, a lease of 2 s is held after 3 s");
            Thread.sleep(lease.remaining().plusMillis(100));
            check(!lease.isHeld(), "not renewed, it is not");
            try {
                lease.renew();
                throw new IllegalStateException("An expired lease was renewed");
            } catch (LeaseLostException e) {
                check(e.loss().isPresent(), "and an expired lease is never revived: " + e.getMessage());
            }
        }
    }
}
