package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents that wake one another without a change stream. */
class HintsIT {

    /** Well before a waiter's next heartbeat, which comes after ten seconds. */
    private static final long AT_ONCE = 6;

    private static final String STREAM = "aggregate";

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final CountedClient counted = new CountedClient();

    /** Before its client. */
    private final List<LockAgent> ofCounted = new ArrayList<>();

    @AfterEach
    void closeClient() {
        ofCounted.forEach(LockAgent::close);
        counted.close();
    }

    private LockAgent counted(WakeMode mode) {
        LockAgent agent =
                agents.agent(counted.client(), TestAgents.options("mail").withWakes(mode));
        ofCounted.add(agent);
        counted.forget(); // it tries whether the server has change streams
        return agent;
    }

    private LockAgent agent(WakeMode mode) {
        return agents.agent(TestAgents.options("billing").withWakes(mode));
    }

    private Lease handedOn(LockAgent holder, LockAgent waiter) throws Exception {
        Lease held = holder.acquire("report");
        CompletableFuture<Lease> waiting = waiter.acquireAsync(LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        await().until(() -> waiter.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
        held.release();
        return waiting.get(AT_ONCE, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(WakeMode.class)
    void aLockIsHandedOnAtOnceAndOnlyTheModeStreamOpensOne(WakeMode mode) throws Exception {
        LockAgent waiter = counted(mode);
        try (Lease lease = handedOn(agent(mode), waiter)) {
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(counted.commands().contains(STREAM)).isEqualTo(mode == WakeMode.STREAM);
    }

    @Test
    void theFirstChoiceIsTheDatabaseThatIsNotReplicated() {
        assertThat(agent(WakeMode.AUTO).monitor().status().wakes()).contains(HintPlace.LOCAL);
        assertThat(agent(WakeMode.DATABASE).monitor().status().wakes()).contains(HintPlace.DATABASE);
        assertThat(agent(WakeMode.STREAM).monitor().status().wakes()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = WakeMode.class,
            names = {"STREAM", "DATABASE"})
    void besideAnAgentThatReadsNoHintsOrElsewhereTheStreamIsFollowed(WakeMode other) throws Exception {
        LockAgent waiter = counted(WakeMode.LOCAL);
        try (Lease lease = handedOn(agent(other), waiter)) {
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(counted.commands()).contains(STREAM);
    }

    /** The keeper asks nothing, and sees no entry of the other before its next renewal, ten seconds later. */
    @ParameterizedTest
    @CsvSource({"LOCAL, STREAM", "LOCAL, DATABASE", "DATABASE, LOCAL", "DATABASE, STREAM", "STREAM, LOCAL"})
    void aKeptLeaseIsRecalledAtOnceByAnAgentThatIsWokenElsewhere(WakeMode keeps, WakeMode wants) throws Exception {
        LockRequest kept = LockRequest.of("report").withKeep(Duration.ofMinutes(10));
        LockAgent keeper = agent(keeps);
        await().untilAsserted(() -> {
            keeper.acquire(kept).close();
            assertThat(agents.stored("report").holders()).anyMatch(Holder::isKept);
        });
        Lease lease = agent(wants).acquireAsync(LockRequest.of("report")).get(AT_ONCE, TimeUnit.SECONDS);
        lease.release();
        assertThat(keeper.monitor().status().kept().recalls()).isOne();
    }

    @Test
    void aGrantOfWhichNoHintIsWrittenIsFoundLongBeforeTheNextHeartbeat() throws Exception {
        Lease held = agent(WakeMode.LOCAL).acquire("report");
        CompletableFuture<Lease> waiting = counted(WakeMode.LOCAL).acquireAsync(LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        removeAsADyingProcess(held);

        try (Lease lease = waiting.get(AT_ONCE, TimeUnit.SECONDS)) {
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(counted.commands()).doesNotContain(STREAM);
    }

    /** It is gone after the answer and before the hint. */
    private void removeAsADyingProcess(Lease held) {
        String holder = agents.stored("report").holders().getFirst().acquirer();
        agents.apply(Settle.change(new Ask.Remove(new LockName(held.name()), holder), "dying:1"));
    }

    @Test
    void anEvictionIsToldByAHint() throws Exception {
        LossRecorder recorder = new LossRecorder();
        LockAgent holder = counted(WakeMode.LOCAL);
        try (Lease lease = holder.acquire("report")) {
            lease.onLoss(recorder);
            await().until(() -> holder.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
            agents.evict("report", Duration.ofSeconds(20));
            assertThat(recorder.awaitLoss()).isInstanceOf(LeaseLoss.Evicted.class);
        }
        assertThat(counted.commands()).doesNotContain(STREAM);
    }

    enum Damage {
        DROPPED {
            @Override
            void to(MongoDatabase database, String collection) {
                database.getCollection(collection).drop();
            }
        },
        MADE_ORDINARY {
            @Override
            void to(MongoDatabase database, String collection) {
                database.getCollection(collection).drop();
                database.createCollection(collection);
            }
        },
        ROLLED_OVER {
            @Override
            void to(MongoDatabase database, String collection) {
                List<Document> many = IntStream.range(0, 4_000)
                        .mapToObj(i -> new Document("to", "nobody").append("wake", "x".repeat(200)))
                        .toList();
                database.getCollection(collection).insertMany(many);
            }
        };

        abstract void to(MongoDatabase database, String collection);
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void whateverBecomesOfTheCollectionHintsAreReadAgain(Damage damage) throws Exception {
        LockAgent holder = agent(WakeMode.DATABASE);
        LockAgent waiter = counted(WakeMode.DATABASE);
        handedOn(holder, waiter).release();
        MongoDatabase database = MongoServer.shared().client().getDatabase(agents.database());
        List<String> collections = database.listCollectionNames().into(new ArrayList<>()).stream()
                .filter(name -> name.startsWith(HintPlace.PREFIX))
                .toList();
        assertThat(collections).isNotEmpty();
        Lease held = holder.acquire("report");
        CompletableFuture<Lease> waiting = waiter.acquireAsync(LockRequest.of("report"));
        agents.awaitWaiters("report", 1);

        collections.forEach(collection -> damage.to(database, collection));
        await().untilAsserted(() -> assertThat(capped(database, collections)).isTrue());
        held.release();
        waiting.get(AT_ONCE, TimeUnit.SECONDS).release();
        handedOn(holder, waiter).release();
        assertThat(counted.commands()).doesNotContain(STREAM);
    }

    /** The one that the waiter reads; it makes it capped as soon as its cursor has ended. */
    private static boolean capped(MongoDatabase database, List<String> collections) {
        return database.listCollections().into(new ArrayList<>()).stream()
                .filter(each -> collections.contains(each.getString("name")))
                .anyMatch(each -> Objects.requireNonNull(each.get("options", Document.class))
                        .getBoolean("capped", false));
    }

    @Test
    void whatIsNoHintEndsNothing() throws Exception {
        LockAgent holder = agent(WakeMode.DATABASE);
        LockAgent waiter = counted(WakeMode.DATABASE);
        Lease held = holder.acquire("report");
        CompletableFuture<Lease> waiting = waiter.acquireAsync(LockRequest.of("report"));
        agents.awaitWaiters("report", 1);
        await().until(() -> waiter.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
        Waiter queued = agents.stored("report").queue().getFirst();
        String to = queued.owner().agent();
        MongoDatabase database = MongoServer.shared().client().getDatabase(agents.database());
        String own = HintPlace.DATABASE.collection(agents.database(), to);
        counted.forget();
        for (String wake : List.of("", queued.acquirer() + "=many", queued.acquirer() + "=1+2+3", "x".repeat(9_000))) {
            database.getCollection(own).insertOne(new Document("to", to).append("wake", wake));
        }
        database.getCollection(own).insertOne(new Document("to", to).append("wake", 5));
        held.release();

        waiting.get(AT_ONCE, TimeUnit.SECONDS).release();
        assertThat(counted.commands()).as("the cursor was not closed").doesNotContain("killCursors");
    }

    @Test
    void aGrantThatOnlyAFalseHintTellsOfIsLostAtOnceAndCounted() throws Exception {
        try (Lease held = agent(WakeMode.DATABASE).acquire("report");
                CapturedLog log = CapturedLog.of(LeaseLooks.class.getName())) {
            LockAgent deceived = agents.agent(
                    TestAgents.options("billing").withWakes(WakeMode.DATABASE).withPresence(true));
            CompletableFuture<Lease> waiting = deceived.acquireAsync(LockRequest.of("report"));
            agents.awaitWaiters("report", 1);
            await().until(() -> deceived.monitor().status().stream() == AgentMonitor.StreamState.OPEN);
            Waiter queued = agents.stored("report").queue().getFirst();
            String to = queued.owner().agent();
            MongoServer.shared()
                    .client()
                    .getDatabase(agents.database())
                    .getCollection(HintPlace.DATABASE.collection(agents.database(), to))
                    .insertOne(new Document("to", to)
                            .append("wake", queued.acquirer() + "=" + (held.token() + 1_000) + "+1000"));

            Lease believed = waiting.get(AT_ONCE, TimeUnit.SECONDS);
            await().until(() -> deceived.monitor().status().falseHints() == 1);
            assertThat(believed.loss()).containsInstanceOf(LeaseLoss.TakenOver.class);
            assertThat(log.warnings("A hint was false")).hasSize(1);
            await().untilAsserted(() -> assertThat(MongoServer.shared()
                            .client()
                            .getDatabase(agents.database())
                            .getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                            .find(Filters.eq(LateAttempt.FIELD, "HINT"))
                            .map(LateAttempt::fromBson))
                    .as("for the console")
                    .extracting(it -> it.lease().lock(), it -> it.lease().acquirer())
                    .containsExactly(tuple("report", queued.acquirer())));
            assertThat(held.isHeld()).isTrue();
            agents.awaitWaiters("report", 0);
        }
    }

    @Test
    void anotherProgramsCollectionIsLeftAsItIs() throws Exception {
        MongoDatabase database = MongoServer.shared().client().getDatabase(agents.database());
        Document theirs = new Document("_id", 1).append("note", "x".repeat(HintPlace.BYTES));
        for (int i = 0; i < HintPlace.COLLECTIONS; i++) {
            database.getCollection(HintPlace.PREFIX + "." + i).insertMany(List.of(theirs, new Document("_id", 2)));
        }
        LockAgent holder = agent(WakeMode.DATABASE);
        assertThat(holder.monitor().status().wakes()).isEmpty();

        handedOn(holder, agent(WakeMode.DATABASE)).release();
        for (int i = 0; i < HintPlace.COLLECTIONS; i++) {
            assertThat(database.getCollection(HintPlace.PREFIX + "." + i).countDocuments())
                    .isEqualTo(2);
        }
    }
}
