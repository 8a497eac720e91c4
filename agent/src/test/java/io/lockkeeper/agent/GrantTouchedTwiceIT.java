package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A grant that the renewal lane touches between a waiter's own touch, sent in a batch, and the read that tells of it. */
@Timeout(60)
class GrantTouchedTwiceIT {

    private static final int MANY = 80;

    private final BatchReadsBehindTheLane reads = new BatchReadsBehindTheLane();
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
            .addCommandListener(reads)
            .build());

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent billing = agents.agent("billing");
    private final LockAgent mail = agents.agent(client, TestAgents.options("mail"));

    @AfterEach
    void closeClient() {
        mail.close();
        client.close();
    }

    @Test
    void aGrantThatTheRenewalLaneTouchedTooIsKept() throws Exception {
        List<LockRequest> requests = IntStream.range(0, MANY)
                .mapToObj(i -> LockRequest.of("order-" + i))
                .toList();
        for (LockRequest request : requests) {
            billing.acquire(request);
        }
        List<CompletableFuture<String>> granted =
                requests.stream().map(this::acquirerOfGrant).toList();
        await().until(() -> requests.stream().allMatch(this::isQueued));
        List<String> queued = requests.stream()
                .map(request -> stored(request).queue().getFirst().acquirer())
                .toList();

        reads.hold();
        billing.close();

        List<String> holding = granted.stream()
                .map(each -> each.orTimeout(30, TimeUnit.SECONDS).join())
                .toList();
        assertThat(holding)
                .filteredOn(acquirer -> !queued.contains(acquirer))
                .as("requests that were granted and queued again")
                .isEmpty();
        assertThat(reads.held()).as("reads that came after the lane's touch").isPositive();
    }

    /** Of a lease of manual renewal, for its grant is not believed at the event. */
    private CompletableFuture<String> acquirerOfGrant(LockRequest request) {
        return mail.acquireAsync(request.withTtl(Duration.ofSeconds(5)).withManualRenewal())
                .thenApply(lease -> agents.holder(lease.name()).acquirer());
    }

    private boolean isQueued(LockRequest request) {
        return stored(request).waiting() == 1;
    }

    private LockDocument stored(LockRequest request) {
        return agents.stored(request.name().value());
    }

    /** Once it is to hold, holds the reads of batches back until the lane has touched all that these had touched. */
    private static final class BatchReadsBehindTheLane implements CommandListener {

        private final AtomicInteger held = new AtomicInteger();
        private final CountDownLatch touched = new CountDownLatch(1);
        private volatile boolean holds;
        private volatile boolean touches;

        void hold() {
            holds = true;
        }

        int held() {
            return held.get();
        }

        @Override
        public void commandStarted(CommandStartedEvent event) {
            if (isOfLane()) {
                touches = event.getCommandName().equals("update") && held.get() > 0;
            } else if (holds && event.getCommandName().equals("find") && touched.getCount() > 0) {
                held.incrementAndGet();
                awaitTouched();
            }
        }

        @Override
        public void commandSucceeded(CommandSucceededEvent event) {
            if (isOfLane() && touches) {
                touched.countDown();
            }
        }

        private static boolean isOfLane() {
            return Thread.currentThread().getName().equals("lockkeeper-renewals");
        }

        private void awaitTouched() {
            try {
                assertThat(touched.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
