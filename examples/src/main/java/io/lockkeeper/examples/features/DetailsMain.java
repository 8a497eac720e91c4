package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.HeldBy;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.model.Details;

/** Says what a lease is for, to operators and to refused callers: by a note, and by details that a search finds. */
final class DetailsMain {

    private static final String LOCK = "example:details";

    private DetailsMain() {}

    public static void main(String[] arguments) throws Exception {
        LockRequest request = LockRequest.of(LOCK)
                .withNote("refund of a double payment")
                .withDetail("order", "4711")
                .withDetail("customer.id", "88");
        try (MongoClient client = Example.client();
                LockAgent billing = Example.agent(client, "billing");
                LockAgent shop = Example.agent(client, "shop");
                Lease lease = billing.acquire(request)) {
            Attempt.Refused refused = (Attempt.Refused) shop.attempt(LockRequest.of(LOCK));
            HeldBy holder = refused.heldBy().getFirst();
            say(holder);
            Details details = holder.owner().details();
            check(details.toString().equals("order=4711, customer.id=88"), "who is refused reads what it is for");
            check(lease.isHeld(), "and so do operators, in the console");
        }
    }
}
