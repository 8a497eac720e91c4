package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.test.Garbage;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged and foreign documents in the same collection, and hostile texts in requests, on a real server. */
class DamagedLocksIT {

    private static final int MANY = Garbage.count(300);
    private static final List<String> FOREIGN = List.of(
            "{ lockUntil: { $date: 0 }, lockedAt: { $date: 0 }, lockedBy: 'host' }",
            "{ acquiredBy: 'x', acquiredAt: { $date: 0 }, expiresAt: { $date: 0 } }",
            "{ ask: { stamp: 's' } }",
            "{ capacity: 1, token: 5 }",
            "{ holders: [], queue: [] }",
            "{ capacity: 1, holders: [ 5 ], queue: [] }",
            "{ capacity: 1, holders: [ { acquirer: 'a', weight: 1, ttl: 1, updatedAt: 'long ago', expiresAt: 'long ago' } ], queue: [] }");

    @RegisterExtension
    private final TestAgents agents = new TestAgents(MongoServer.shared().client());

    private final Garbage garbage = Garbage.fresh();

    @Test
    void aForeignDocumentUnderALocksNameIsRefusedAndLeftAsItIs() {
        LockAgent agent = agents.agent(options());
        for (String each : FOREIGN) {
            BsonDocument foreign = new BsonDocument("_id", new BsonString("report"));
            foreign.putAll(BsonDocument.parse(each));
            agents.locks().insertOne(foreign);

            assertThat(tried(agent, "report")).as(each).isEmpty();
            assertThat(agents.locks().find().first()).isEqualTo(foreign);
            agents.locks().deleteOne(foreign);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ 'holders.0.weight': -1 }",
                "{ capacity: 0 }",
                "{ 'holders.0.keep': { $numberLong: '-5' } }",
                "{ 'holders.0.expiresAt': null }",
                "{ expiresAt: null }",
                "{ token: { $numberLong: '9223372036854775807' } }"
            })
    void aHeldLockThatWasDamagedByHandIsGrantedToNobodyUntilItIsHealed(String damage) throws InterruptedException {
        LockAgent agent = agents.agent(options());
        LockAgent other = agents.agent(options());
        Bson byName = new BsonDocument("_id", new BsonString("orders"));
        try (Lease lease = agent.acquire("orders")) {
            assertThat(lease.isHeld()).isTrue();
            BsonDocument sound = agents.locks().find(byName).first();
            agents.locks().updateOne(byName, new BsonDocument("$set", BsonDocument.parse(damage)));
            BsonDocument damaged = agents.locks().find(byName).first();

            assertThat(tried(other, "orders")).isEmpty();
            assertThat(agents.locks().find(byName).first()).isEqualTo(damaged);
            agents.locks().replaceOne(byName, sound);
            assertThat(lease.release()).isTrue();
        }
        assertThat(other.tryAcquire("orders")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ wake: 5 }",
                "{ released: 'yesterday' }",
                "{ 'released.at': 0 }",
                "{ takenOut: [ { by: 'ann' } ] }",
                "{ 'holders.0.use': { count: -1 } }",
                "{ 'holders.0.stack': [] }"
            })
    void aDamagedFieldThatOnlyInformsKeepsNobodyFromTheLock(String damage) throws InterruptedException {
        LockAgent agent = agents.agent(options());
        LockAgent other = agents.agent(options());
        agent.acquire("orders").close();
        try (Lease lease = agent.acquire("orders")) {
            agents.locks()
                    .updateOne(
                            new BsonDocument("_id", new BsonString("orders")),
                            new BsonDocument("$set", BsonDocument.parse(damage)));
            assertThat(other.tryAcquire("orders")).isEmpty();
            assertThat(lease.release()).isTrue();
        }
        assertThat(other.tryAcquire("orders")).isPresent();
    }

    @Test
    void noDamageStopsAnAgentAndWhatCannotBeSettledStaysByteForByte() {
        LockAgent agent = agents.agent(options());
        MongoCollection<RawBsonDocument> stored = agents.locks().withDocumentClass(RawBsonDocument.class);
        Bson byName = new BsonDocument("_id", new BsonString("damaged"));
        BsonDocument sound = sound(agent);
        for (int i = 0; i < MANY; i++) {
            BsonDocument damaged = garbage.damaged(sound).append("_id", new BsonString("damaged"));
            agents.locks().insertOne(damaged);
            RawBsonDocument before = stored.find(byName).first();

            tried(agent, "damaged").ifPresent(Lease::close);
            if (!canBeSettled(damaged)) {
                assertThat(stored.find(byName).first())
                        .as("%s %s", damaged, garbage)
                        .isEqualTo(before);
            }
            agents.locks().deleteOne(byName);
        }
    }

    @Test
    void aLockThatIsDamagedWhileItIsHeldKeepsNoOtherFromBeingRenewed() throws InterruptedException {
        LockAgent agent = agents.agent(options().withTtl(Duration.ofSeconds(20)));
        try (Lease hurt = agent.acquire("hurt");
                Lease healthy = agent.acquire("healthy")) {
            BsonDocument byName = new BsonDocument("_id", new BsonString("hurt"));
            BsonDocument damage = BsonDocument.parse("{ _id: 'hurt', holders: 'nobody' }");
            agents.locks().replaceOne(byName, damage);
            Instant before = agents.holder("healthy").updatedAt();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(agents.holder("healthy").updatedAt()).isAfter(before));
            assertThat(healthy.isHeld()).isTrue();
            assertThat(agents.locks().find(byName).first()).isEqualTo(damage);
            assertThat(hurt.name()).isEqualTo("hurt");
        }
    }

    @Test
    void whatARequestSaysIsStoredAsItIsSaid() {
        LockAgent agent = agents.agent(options());
        for (int i = 0; i < MANY; i++) {
            String name = garbage.text();
            String note = garbage.text();
            try (Lease lease =
                    agent.tryAcquire(LockRequest.of(name).withNote(note)).orElseThrow()) {
                assertThat(agents.holder(lease.name()).owner().note())
                        .as("%s", garbage)
                        .isEqualTo(note);
                assertThat(agents.locks().countDocuments(BsonDocument.parse("{ ask: { $exists: true } }")))
                        .isZero();
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            }
        }
    }

    /** Without the index by which the server purges: what it deletes is not left as it is. */
    private static AgentOptions options() {
        return TestAgents.options("billing").withIndexes(IndexMode.NONE);
    }

    /** Nothing but a lease, a no, or a clear error comes of it. */
    private static Optional<Lease> tried(LockAgent agent, String name) {
        try {
            return agent.tryAcquire(name);
        } catch (LockException e) {
            assertThat(e).hasMessageContaining(name);
            return Optional.empty();
        }
    }

    /** The lock as a holder and a waiter leave it. */
    private BsonDocument sound(LockAgent agent) {
        try (Lease lease = agent.tryAcquire("sound").orElseThrow()) {
            assertThat(lease.isHeld()).isTrue();
            return LockMapper.toBson(agents.stored("sound"));
        }
    }

    /** Whether all is readable by which settle decides. */
    private static boolean canBeSettled(BsonDocument lock) {
        return lock.isNumber("capacity") && entriesCanBeSettled(lock, "holders") && entriesCanBeSettled(lock, "queue");
    }

    private static boolean entriesCanBeSettled(BsonDocument lock, String field) {
        return lock.isArray(field) && lock.getArray(field).stream().allMatch(DamagedLocksIT::canBeSettled);
    }

    private static boolean canBeSettled(BsonValue entry) {
        return entry instanceof BsonDocument each
                && each.isString("acquirer")
                && each.isNumber("weight")
                && each.isNumber("ttl")
                && each.get("updatedAt") instanceof BsonDateTime
                && each.get("expiresAt") instanceof BsonDateTime;
    }
}
