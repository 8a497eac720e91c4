package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.lockkeeper.agent.fencing.GuardedCollection;
import io.lockkeeper.agent.fencing.StaleTokenException;
import io.lockkeeper.agent.presence.AgentsCollection;
import io.lockkeeper.agent.presence.LateReports;
import io.lockkeeper.agent.time.Alarms;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LateLease;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an agent reports of holders that act on leases which they have lost. */
@Timeout(90)
class LateAttemptsIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final AgentOptions options = TestAgents.options("$billing").withPresence(true);

    @Test
    void whatAHolderAttemptsAfterItsEvictionIsReportedAndOutlivesItsAgent() throws InterruptedException {
        LockAgent agent = agents.agent(options);
        LockAgent other = agents.agent("mail");
        Lease evicted = agent.acquire("report");
        LossRecorder recorder = new LossRecorder();
        evicted.onLoss(recorder);
        agents.evict("report", Duration.ofMinutes(5));
        recorder.awaitLoss();
        evicted.close();
        GuardedCollection<Document> guarded = guarded();
        try (Lease next = other.acquire("report")) {
            assertThat(guarded.updateOne(next, Filters.eq("_id", 1), Updates.inc("n", 1)))
                    .isTrue();

            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(evicted::renew).isInstanceOf(LeaseLostException.class);
            }
            assertThatThrownBy(() -> guarded.updateOne(evicted, Filters.eq("_id", 1), Updates.inc("n", 1)))
                    .isInstanceOf(StaleTokenException.class);
            await().atMost(Duration.ofSeconds(30)).until(() -> attempts().size() == 2);
        }
        agent.close();

        LateAttempt renewed = attempts().getFirst();
        LateAttempt wrote = attempts().getLast();
        assertThat(List.of(renewed.kind(), wrote.kind()))
                .containsExactly(LateAttempt.Kind.RENEW, LateAttempt.Kind.WRITE);
        assertThat(renewed.times()).isEqualTo(3);
        assertThat(renewed.lease().lock()).isEqualTo("report");
        assertThat(renewed.lease().token()).isEqualTo(evicted.token());
        assertThat(renewed.lease().owner().service()).isEqualTo("$billing");
        Eviction eviction = Objects.requireNonNull(renewed.lease().eviction());
        assertThat(eviction.by()).isEqualTo("ann");
        assertThat(renewed.first())
                .isAfterOrEqualTo(eviction.at().minusSeconds(1))
                .isBeforeOrEqualTo(renewed.last());
        assertThat(documents().countDocuments(Filters.exists(LateAttempt.FIELD, false)))
                .isZero();
    }

    @Test
    void nothingIsReportedOfLeasesThatAreHeldOrReleased() throws InterruptedException {
        LockAgent agent = agents.agent(options);
        Lease lease = agent.acquire("report");
        lease.renew();
        lease.refusedAsStale();
        lease.release();
        lease.refusedAsStale();
        assertThatThrownBy(lease::renew).isInstanceOf(LeaseLostException.class);
        agent.close();
        assertThat(attempts()).isEmpty();
    }

    @Test
    void anAgentThatHasReportedManyLeasesReportsTheNextAsWell() {
        Alarms background = new Alarms(Machine.JVM, "test-background");
        LateReports reports = new LateReports(
                new AgentsCollection(database(), true, Machine.JVM::nanos), Machine.JVM::nanos, background);
        int many = 250;
        for (int i = 0; i < many; i += 50) {
            IntStream.range(i, i + 50).forEach(n -> reports.add(LateAttempt.Kind.WRITE, lost("report-" + n)));
            int reported = i + 50;
            await().atMost(Duration.ofSeconds(30)).until(() -> attempts().size() == reported);
        }
        background.stop(Duration.ZERO);
        assertThat(attempts()).hasSize(many);
    }

    private static LateLease lost(String lock) {
        return new LateLease(lock, lock, 1, new Owner("a", "billing", "billing-1", "host", 1, "main", ""), null);
    }

    private GuardedCollection<Document> guarded() {
        MongoCollection<Document> documents = database().getCollection("guarded");
        documents.insertOne(new Document("_id", 1).append("n", 0));
        return GuardedCollection.of(documents, "guard");
    }

    private List<LateAttempt> attempts() {
        return documents()
                .find(Filters.exists(LateAttempt.FIELD))
                .sort(new Document("_id", 1))
                .into(new ArrayList<>())
                .stream()
                .map(LateAttempt::fromBson)
                .toList();
    }

    private MongoCollection<BsonDocument> documents() {
        return database().getCollection(AgentDocument.COLLECTION, BsonDocument.class);
    }

    private MongoDatabase database() {
        return MongoServer.shared().client().getDatabase(agents.database());
    }
}
