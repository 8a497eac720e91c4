package io.lockkeeper.agent;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Old locks in the variations that people write: those that the bridge knows, and those with which it refuses to start. */
@Timeout(120)
class OldFormsIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    @AutoClose("drop")
    private final MongoDatabase old = MongoServer.shared().freshDatabase();

    @ParameterizedTest
    @EnumSource
    void aFieldThatTheFormDoesNotHaveKeepsTheAgentFromStarting(OldLibrary library) {
        hold(library, "job");
        library.locks(old)
                .updateMany(new Document(), set("leaseUntil", Instant.now().plusSeconds(60)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bridging(library))
                .withMessageContaining("has a field \"leaseUntil\"")
                .withMessageContaining(library.locks(old).getNamespace().getFullName());
    }

    @ParameterizedTest
    @EnumSource
    void aValueOfAnotherTypeKeepsTheAgentFromStarting(OldLibrary library) {
        hold(library, "job");
        String time = library.timeField();
        library.locks(old)
                .updateMany(
                        new Document(), set(time, Instant.now().plusSeconds(60).toEpochMilli()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bridging(library))
                .withMessageContaining("has in \"%s\" a value of type long, where this form has date".formatted(time));
    }

    /** It was written after the agent had started. */
    @ParameterizedTest
    @EnumSource
    void aLockOfAnotherFormIsNeverTakenAndStaysAsItIs(OldLibrary library) {
        library.index(old);
        LockAgent agent = bridging(library);
        hold(library, "job");
        library.locks(old)
                .updateMany(
                        new Document(),
                        set(library.timeField(), Instant.now().minusSeconds(600).toEpochMilli()));
        Document before = library.locks(old).find().first();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> agent.tryAcquire("job"))
                .withMessageContaining("has in \"%s\" a value of type long".formatted(library.timeField()));
        assertThat(library.locks(old).find().first()).isEqualTo(before);
    }

    /** Some people free a lock by an empty holder. Others' clients would wait for it for ever, and so would a lease. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHEDLOCK")
    void aHolderWithoutANameKeepsTheAgentFromStartingAndIsNeverTaken(OldLibrary library) {
        library.index(old);
        LockAgent agent = bridging(library);
        hold(library, "job");
        library.locks(old).updateMany(new Document(), set(library.holderField(), ""));
        String why = "has an empty \"%s\"".formatted(library.holderField());
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> agent.tryAcquire("job"))
                .withMessageContaining(why);
        assertThatIllegalArgumentException().isThrownBy(() -> bridging(library)).withMessageContaining(why);
    }

    @Test
    void anAgentThatConnectsLaterRefusesItsFirstRequest() {
        hold(OldLibrary.SHEDLOCK, "job");
        OldLibrary.SHEDLOCK.locks(old).updateMany(new Document(), set("owner", "cron-1"));
        AgentOptions options = options(OldLibrary.SHEDLOCK);
        try (LockAgent agent = LockAgent.connectLater(MongoServer.shared().client(), agents.database(), options)) {
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> agent.tryAcquire("job"))
                    .withMessageContaining("has a field \"owner\"");
        }
    }

    /** Nothing renews the field, so the index would delete the lock of a living holder. */
    @ParameterizedTest
    @EnumSource
    void aTtlIndexOnAnotherFieldKeepsTheAgentFromStarting(OldLibrary library) {
        library.locks(old)
                .createIndex(Indexes.ascending("startedAt"), new IndexOptions().expireAfter(30L, TimeUnit.SECONDS));
        library.index(old);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bridging(library))
                .withMessageContaining("deletes documents by \"startedAt\"");
    }

    @ParameterizedTest
    @EnumSource(names = {"SPRING_WITH_EXPIRY", "SPRING_WITH_HOLD_COUNT", "MONGODBLOCK"})
    void whereOldClientsInsertAUniqueIndexIsNeeded(OldLibrary library) {
        assertThat(library.client(old).tryLock("job")).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bridging(library))
                .withMessageContaining("has no unique index on");
    }

    @Test
    void springLocksWithAndWithoutAnExpiryInOneCollectionAreRefused() {
        hold(OldLibrary.SPRING_WITH_EXPIRY, "job");
        OldLibrary.SPRING.prepare(old, "mail");
        assertThat(OldLibrary.SPRING.client(old).tryLock("mail")).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bridging(OldLibrary.SPRING))
                .withMessageContaining("is held without an expiry, while others have one");
    }

    @ParameterizedTest
    @EnumSource(names = {"SPRING_WITH_EXPIRY", "SPRING_WITH_HOLD_COUNT"})
    void aSpringLockWhoseExpiryHasPassedIsTakenOver(OldLibrary library) throws InterruptedException {
        hold(library, "job");
        LockAgent agent = bridging(library);
        assertThat(agent.tryAcquire("job")).isEmpty();
        library.locks(old)
                .updateMany(new Document(), set("expiresAt", Instant.now().minusSeconds(30)));
        try (Lease lease = agent.acquire("job")) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(library.client(old).tryLock("job")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SPRING_WITH_EXPIRY", "SPRING_WITH_HOLD_COUNT"})
    void aLeaseMovesTheExpiryOfASpringLockOn(OldLibrary library) throws InterruptedException {
        library.prepare(old, "job");
        hold(library, "job");
        library.free(old, "job");
        AgentOptions options = options(library).withTtl(Duration.ofSeconds(3));
        Lease lease = agents.agent(options).acquire("job");
        Instant first = expiry(library);
        await().atMost(Duration.ofSeconds(30)).until(() -> expiry(library).isAfter(first.plusSeconds(3)));
        assertThat(lease.isHeld()).isTrue();
        assertThat(library.client(old).tryLock("job")).isFalse();
    }

    /** By the library's own rule, without an operator; also of a lock that has no document yet. */
    @Test
    void whatACrashedAgentLeavesOfASpringLockWithAnExpiryExpires() throws InterruptedException {
        hold(OldLibrary.SPRING_WITH_EXPIRY, "another");
        MongoClient crashing = MongoClients.create(MongoServer.shared().uri());
        AgentOptions options = TestAgents.options("billing")
                .withTtl(Duration.ofSeconds(1))
                .withOuterLocks(OldLibrary.SPRING_WITH_EXPIRY.locks(crashing, old));
        agents.agent(options).acquire("job");
        crashing.close();

        OldClient oldClient = OldLibrary.SPRING_WITH_EXPIRY.client(old);
        await().atMost(Duration.ofSeconds(30)).until(() -> oldClient.tryLock("job"));
    }

    /** The article's class has no other fields. */
    @Test
    void aSpringLockWithoutAnExpiryGetsNone() throws InterruptedException {
        OldLibrary.SPRING.prepare(old, "job");
        Lease lease = bridging(OldLibrary.SPRING).acquire("job");
        assertThat(fields(OldLibrary.SPRING)).containsExactlyInAnyOrder("_id", "lockName", "holder", "lockedAt");
        lease.close();
        assertThat(fields(OldLibrary.SPRING)).containsExactlyInAnyOrder("_id", "lockName", "holder", "lockedAt");
    }

    /** Without a document of old clients, nothing tells whether their locks expire. */
    @Test
    void springClientsWithAnExpiryAreKeptOutOfALockThatALeaseMadeFirst() throws InterruptedException {
        OldLibrary.SPRING_WITH_EXPIRY.index(old);
        Lease lease = bridging(OldLibrary.SPRING_WITH_EXPIRY).acquire("job");
        OldClient oldClient = OldLibrary.SPRING_WITH_EXPIRY.client(old);
        assertThat(oldClient.tryLock("job")).isFalse();
        lease.close();
        assertThat(oldClient.tryLock("job")).isTrue();
    }

    /** Its release asks for no owner. */
    @Test
    void aLateReleaseOfMongoDbLockIsFoundByTheNextRenewal() throws InterruptedException {
        OldLibrary.MONGODBLOCK.prepare(old, "job");
        OldClient late = OldLibrary.MONGODBLOCK.client(old);
        assertThat(late.tryLock("job")).isTrue();
        OldLibrary.MONGODBLOCK.free(old, "job");
        LossRecorder recorder = new LossRecorder();
        Lease lease = bridging(OldLibrary.MONGODBLOCK).acquire("job");
        lease.onLoss(recorder);

        late.unlock("job");
        assertThat(recorder.awaitLoss()).isInstanceOf(LeaseLoss.OuterLockLost.class);
    }

    private void hold(OldLibrary library, String name) {
        library.prepare(old, name);
        assertThat(library.client(old).tryLock(name)).isTrue();
    }

    private Instant expiry(OldLibrary library) {
        Document found = library.locks(old).find(eq("lockName", "job")).first();
        assertThat(found).isNotNull();
        return found.getDate("expiresAt").toInstant();
    }

    private Set<String> fields(OldLibrary library) {
        Document found = library.locks(old).find().first();
        assertThat(found).isNotNull();
        return found.keySet();
    }

    private AgentOptions options(OldLibrary library) {
        return TestAgents.options("billing")
                .withOuterLocks(library.locks(MongoServer.shared().client(), old));
    }

    private LockAgent bridging(OldLibrary library) {
        return agents.agent(options(library));
    }
}
