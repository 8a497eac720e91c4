package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many waiters of a queue ask for their places together. What comes of it is shown by {@link io.lockkeeper.agent.batching.BatcherTest} and {@link LocalQueueIT}. */
class LocalQueueTest {

    private static final LockName LOCK = new LockName("orders");
    private static final Attempt.Refused ANSWER = new Attempt.Refused(LOCK, List.of(), 0);

    private final LocalQueue queue = new LocalQueue();

    @Test
    void whereAnAgentHasTheQueueForItselfNobodyWaitsForCompany() {
        join(8);
        queue.heard(ANSWER, 1);
        assertThat(queue.company()).isEqualTo(1);
    }

    @Test
    void whereAgentsShareTheQueueHalfOfThoseInPlaceJoinTogether() {
        join(8);
        queue.heard(ANSWER, 2);
        assertThat(queue.company()).isEqualTo(4);
    }

    @Test
    void ofALineThatIsLongerThanItsPlacesThoseInPlaceCount() {
        queue.heard(ANSWER, 2);
        join(100);
        assertThat(queue.company()).isEqualTo(LocalQueue.PLACES / 2 / 2);
    }

    private void join(int count) {
        for (int i = 0; i < count; i++) {
            queue.join(new LocalWaiter(bid("a." + i), () -> 0, Machine.JVM, Duration.ZERO));
        }
    }

    private static Bid bid(String acquirer) {
        Owner owner = new Owner("a", "billing", "billing-1", "host", 1, "main", "");
        return new Bid(
                LOCK, new Request(acquirer, 1, Request.EXCLUSIVE, Duration.ofSeconds(30), owner), Acquiring.IGNORED);
    }
}
