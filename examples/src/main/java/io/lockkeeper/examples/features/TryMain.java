package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.HeldBy;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.Locale;

/** Takes a lock if it is free, and says who has it if it is not, without asking again. */
final class TryMain {

    private static final String LOCK = "example:try";

    private TryMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = Example.client();
                LockAgent first = Example.agent(client, "first");
                LockAgent second = Example.agent(client, "second")) {
            try (Lease lease = first.acquire(LockRequest.of(LOCK).withNote("counting sheep"))) {
                check(second.tryAcquire(LOCK).isEmpty(), "while " + lease.name() + " is held, a try is no lease");
                switch (second.attempt(LockRequest.of(LOCK))) {
                    case Attempt.Granted granted -> throw new IllegalStateException("Granted twice: " + granted);
                    case Attempt.Refused refused -> tell(refused.heldBy().getFirst());
                }
            }
            try (Lease lease = second.tryAcquire(LOCK).orElseThrow()) {
                check(lease.isHeld(), "released, a try takes it");
            }
        }
    }

    private static void tell(HeldBy holder) {
        say(String.format(
                Locale.ROOT,
                "Held by %s since %s; %d ms are left unless it is renewed",
                holder.owner().service(),
                holder.since(),
                holder.remaining().toMillis()));
        check(holder.owner().service().equals("first"), "the refusal names the holder");
        check(holder.owner().note().equals("counting sheep"), "and what it is doing");
    }
}
