package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.RENEWED_TTL;
import static io.lockkeeper.agent.TestAgents.SHORT_TTL;
import static io.lockkeeper.agent.TestAgents.acquireLater;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The tokens of a lock grow strictly, whatever ends a lease. That they do so when the server's clock steps back, SettleExpiryIT shows. */
@Timeout(120)
class TokensIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent("mail");
    private final List<Long> tokens = new ArrayList<>();

    @AfterEach
    void theyGrew() {
        assertThat(tokens).hasSizeGreaterThan(1).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void overReleases() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            hold(i % 2 == 0 ? one : other);
        }
    }

    @Test
    void overTheHandoffToAWaiter() throws Exception {
        Lease lease = one.acquire("report");
        tokens.add(lease.token());
        CompletableFuture<Lease> waiting = acquireLater(other, LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        lease.close();
        tokens.add(waiting.get(30, TimeUnit.SECONDS).token());
    }

    @Test
    void overExpiry() throws InterruptedException {
        tokens.add(one.acquire(LockRequest.of("report").withTtl(SHORT_TTL).withManualRenewal())
                .token());
        hold(other);
    }

    @Test
    void overEvictionWithAQuarantineAndAtOnce() throws InterruptedException {
        tokens.add(one.acquire(LockRequest.of("report").withTtl(RENEWED_TTL)).token());
        agents.evict("report", Duration.ofMillis(500));
        Lease next = other.acquire("report");
        tokens.add(next.token());
        agents.evictNow("report");
        hold(one);
    }

    @Test
    void overThePurgeOfTheDocument() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            hold(one);
            agents.locks().deleteOne(Filters.eq("report"));
        }
    }

    @Test
    @OwnServer
    void overFailovers() throws InterruptedException {
        try (ReplicaSet replicaSet = ReplicaSet.start(3);
                LockAgent agent =
                        LockAgent.connect(replicaSet.client(), agents.database(), TestAgents.options("billing"))) {
            hold(agent);
            replicaSet.stepDownPrimary();
            hold(agent);
            MongoDatabase database = replicaSet.client().getDatabase(agents.database());
            database.getCollection(LockDocument.COLLECTION).deleteMany(Filters.empty());
            replicaSet.kill(replicaSet.awaitPrimary());
            hold(agent);
        }
    }

    private void hold(LockAgent agent) throws InterruptedException {
        try (Lease lease = agent.acquire("report")) {
            tokens.add(lease.token());
        }
    }
}
