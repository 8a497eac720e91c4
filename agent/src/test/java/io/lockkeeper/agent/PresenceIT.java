package io.lockkeeper.agent;

import static io.lockkeeper.agent.TestAgents.acquireLater;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(90)
class PresenceIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final AgentOptions options = TestAgents.options("$billing").withPresence(true);

    @Test
    void anAgentIsListedWithWhatItHoldsAndWaitsForUntilItIsClosed() throws Exception {
        LockAgent agent = agents.agent(options);
        LockAgent other = agents.agent("mail");
        try (Lease own = agent.acquire("report")) {
            Lease foreign = other.acquire("import");
            CompletableFuture<Lease> waiting = acquireLater(agent, LockRequest.of("import"));
            agents.awaitWaiters("import", 1);

            AgentDocument first = awaitOne();
            assertThat(first.service()).isEqualTo("$billing");
            assertThat(first.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(first.version()).matches("\\d+\\.\\d+\\.\\d+.*");
            assertThat(first.id()).isEqualTo(agents.holder("report").owner().agent());
            assertThat(List.of(first.held(), first.waiting())).containsExactly(1, 1);
            assertThat(first.started())
                    .isBetween(
                            own.acquiredAt().minusSeconds(5), own.acquiredAt().plusSeconds(5));

            foreign.close();
            waiting.get(30, TimeUnit.SECONDS).close();
            AgentDocument later = await().atMost(Duration.ofSeconds(40))
                    .until(this::awaitOne, each -> each.lastSeen().isAfter(first.lastSeen()));
            assertThat(later.started()).isEqualTo(first.started());
            assertThat(List.of(later.held(), later.waiting())).containsExactly(1, 0);
        }
        assertThat(indexes()).contains("lockkeeper_purge_agents", "lockkeeper_purge_late_attempts");
        agent.close();
        assertThat(documents().countDocuments()).isZero();
    }

    @Test
    void anAgentThatMayNotWriteItTakesAndKeepsItsLocksAllTheSame() throws InterruptedException {
        Document refusal = new Document("$jsonSchema", new Document("required", List.of("what no agent writes")));
        MongoServer.shared()
                .client()
                .getDatabase(agents.database())
                .runCommand(new Document("create", AgentDocument.COLLECTION).append("validator", refusal));
        LockAgent agent = agents.agent(options);
        LockRequest brief = LockRequest.of("report").withTtl(TestAgents.RENEWED_TTL);
        try (Lease lease = agent.acquire(brief)) {
            await().until(() -> agents.holder("report").heldFor().compareTo(Duration.ofSeconds(3)) > 0);
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(documents().countDocuments()).isZero();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void anAgentThatIsNotToBeListedIsNot() throws InterruptedException {
        LockAgent listed = agents.agent(options);
        LockAgent unlisted = agents.agent(options.withPresence(false));
        try (Lease lease = unlisted.acquire("report")) {
            assertThat(awaitOne().id())
                    .isNotEqualTo(agents.holder("report").owner().agent());
            assertThat(lease.isHeld()).isTrue();
        }
        listed.close();
    }

    private AgentDocument awaitOne() {
        return await().until(
                        () -> documents().find().map(AgentDocument::fromBson).first(), each -> each != null);
    }

    private List<String> indexes() {
        return documents().listIndexes().map(index -> index.getString("name")).into(new ArrayList<>());
    }

    private MongoCollection<BsonDocument> documents() {
        return MongoServer.shared()
                .client()
                .getDatabase(agents.database())
                .getCollection(AgentDocument.COLLECTION, BsonDocument.class);
    }
}
