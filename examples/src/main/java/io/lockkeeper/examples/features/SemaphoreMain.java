package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.CapacityMismatchException;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;

/** Lets so many work at a time as there are licences. */
final class SemaphoreMain {

    private static final LockRequest LICENCE = LockRequest.permits("example:licences", 1, 2);

    private SemaphoreMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = Example.client();
                LockAgent agent = Example.agent(client, "renderer");
                Lease one = agent.acquire(LICENCE);
                Lease other = agent.acquire(LICENCE)) {
            check(one.isHeld() && other.isHeld(), "two licences, two at work");
            check(agent.tryAcquire(LICENCE).isEmpty(), "the third has to wait");
            try {
                agent.tryAcquire(LockRequest.permits("example:licences", 1, 3));
                throw new IllegalStateException("Two numbers of licences at once");
            } catch (CapacityMismatchException e) {
                check(e.inUse() == 2 && e.asked() == 3, "a caller that names another capacity learns both numbers");
            }
        }
    }
}
