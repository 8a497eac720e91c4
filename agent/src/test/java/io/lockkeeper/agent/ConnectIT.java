package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.model.PurgeIndex;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.StandaloneServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What an agent refuses to work with, and what it prepares. */
class ConnectIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final AgentOptions options = AgentOptions.forService("billing");

    @Test
    @OwnServer
    void aStandaloneServerIsRefused() {
        try (StandaloneServer server = StandaloneServer.start();
                MongoClient client = MongoClients.create(server.uri())) {
            assertThatExceptionOfType(UnsupportedServerException.class)
                    .isThrownBy(() -> LockAgent.connect(client, "app", options))
                    .withMessageContaining("standalone")
                    .withMessageContaining("replica set");
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUpWithinTheAnswerTimeout() {
        long start = System.nanoTime();
        try (MongoClient client = MongoClients.create("mongodb://127.0.0.1:1/?replicaSet=rs0")) {
            assertThatExceptionOfType(ServerUnavailableException.class)
                    .isThrownBy(
                            () -> LockAgent.connect(client, "app", options.withAnswerTimeout(Duration.ofSeconds(1))))
                    .withMessageContaining("No MongoDB primary answered within PT1S");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void anAgentWhoseClientWasClosedFirstClosesAllTheSame() throws InterruptedException {
        MongoClient client = MongoClients.create(MongoServer.shared().uri());
        LockAgent agent = LockAgent.connect(client, database.getName(), options);
        Lease lease = agent.acquire("report");
        client.close();

        agent.close();

        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.release()).isFalse();
    }

    @Test
    void whoAsksOverAClosedClientIsToldThatTheLockIsUnavailable() throws InterruptedException {
        MongoClient closed = MongoClients.create(MongoServer.shared().uri());
        try (LockAgent holder = connect(IndexMode.CREATE);
                Lease lease = holder.acquire("report");
                LockAgent agent = LockAgent.connect(closed, database.getName(), options)) {
            assertThat(agent.tryAcquire("report")).isEmpty();
            closed.close();

            assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> agent.tryAcquire("report"));
            assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> agent.acquire("report"));
            assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> agent.heldBy("report"));
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void theIndexIsCreatedUnderItsName() {
        connect(IndexMode.CREATE).close();

        Document index = indexes().stream()
                .filter(each -> LockkeeperCollection.PURGE.name().equals(each.getString("name")))
                .findFirst()
                .orElseThrow();
        assertThat(index.get("expireAfterSeconds", Number.class).longValue())
                .isEqualTo(PurgeIndex.RETENTION.toSeconds());
        connect(IndexMode.VERIFY).close();
    }

    @Test
    void aMissingIndexIsAnErrorWhereItIsToBeThere() {
        assertThatExceptionOfType(UnsupportedServerException.class)
                .isThrownBy(() -> connect(IndexMode.VERIFY))
                .withMessageContaining(LockkeeperCollection.PURGE.name());
    }

    @Test
    void indexesAreLeftAloneWhereOthersSeeToThem() throws InterruptedException {
        try (LockAgent agent = connect(IndexMode.NONE)) {
            agent.acquire("report").close();
        }
        assertThat(indexes()).hasSize(1);
    }

    @Test
    void anAgentThatConnectsLaterStartsWithoutItsServer() {
        try (MongoClient client = MongoClients.create("mongodb://127.0.0.1:1/?replicaSet=rs0");
                LockAgent agent =
                        LockAgent.connectLater(client, "app", options.withAnswerTimeout(Duration.ofMillis(500)))) {
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> agent.tryAcquire("report"))
                    .withMessageContaining("No MongoDB primary answered within PT0.5S");
        }
    }

    @Test
    void aProbeOfAServerThatIsGoneTakesNoLongerThanItMay() {
        try (MongoClient client = MongoClients.create("mongodb://127.0.0.1:1/?replicaSet=rs0");
                LockAgent agent = LockAgent.connectLater(client, "app", options)) {
            long start = System.nanoTime();
            assertThat(agent.monitor().probe(Duration.ofSeconds(4))).isEqualTo(AgentMonitor.Reach.NONE);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(7));
        }
    }

    @Test
    @OwnServer
    void anAgentThatConnectsLaterRefusesAServerThatIsNotFitWhenItIsAsked() {
        try (StandaloneServer server = StandaloneServer.start();
                MongoClient client = MongoClients.create(server.uri());
                LockAgent agent = LockAgent.connectLater(client, "app", options)) {
            assertThatExceptionOfType(UnsupportedServerException.class)
                    .isThrownBy(() -> agent.acquire("report"))
                    .withMessageContaining("standalone");
        }
    }

    @Test
    void anAgentThatConnectsLaterTakesLocksAlsoWhereItCannotPrepareIndexes() throws InterruptedException {
        AgentOptions verifying = options.withIndexes(IndexMode.VERIFY);
        try (LockAgent agent = LockAgent.connectLater(MongoServer.shared().client(), database.getName(), verifying);
                Lease lease = agent.acquire("report")) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void anAgentThatConnectsLaterPreparesTheIndexesWithItsFirstRequest() {
        try (LockAgent agent = LockAgent.connectLater(MongoServer.shared().client(), database.getName(), options)) {
            assertThat(indexes()).isEmpty();
            agent.tryAcquire("report").orElseThrow().close();
            assertThat(indexes())
                    .extracting(index -> index.getString("name"))
                    .contains(LockkeeperCollection.PURGE.name());
        }
    }

    private LockAgent connect(IndexMode mode) {
        return LockAgent.connect(MongoServer.shared().client(), database.getName(), options.withIndexes(mode));
    }

    private List<Document> indexes() {
        return database.getCollection(LockDocument.COLLECTION).listIndexes().into(new ArrayList<>());
    }
}
