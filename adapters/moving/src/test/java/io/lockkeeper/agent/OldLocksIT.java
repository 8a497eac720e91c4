package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.moving.OldLocks;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An agent that holds another library's lock with each lease, beside clients that know that library alone. */
@Timeout(120)
class OldLocksIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    @AutoClose("drop")
    private final MongoDatabase old = MongoServer.shared().freshDatabase();

    @ParameterizedTest
    @EnumSource
    void oldClientsAndLeasesExcludeEachOther(OldLibrary library) throws InterruptedException {
        library.prepare(old, "job");
        OldClient oldClient = library.client(old);
        LockAgent agent = bridging(library);

        Lease lease = agent.acquire("job");
        assertThat(library.holder(old, "job")).startsWith("lockkeeper:billing:");
        assertThat(oldClient.tryLock("job")).isFalse();
        assertThat(lease.release()).isTrue();

        assertThat(oldClient.tryLock("job")).isTrue();
        assertThat(agent.attempt(LockRequest.of("job")))
                .isInstanceOfSatisfying(
                        Attempt.Refused.class,
                        refused -> assertThat(
                                        refused.heldBy().getFirst().owner().instance())
                                .isEqualTo(shown(library.holder(old, "job"))));
        assertThatExceptionOfType(LockNotAcquiredException.class)
                .isThrownBy(() -> agent.acquire(LockRequest.of("job").withLongestWait(Duration.ofMillis(50))));
        assertThat(agents.agent("plain").heldBy("job")).isEmpty();

        CompletableFuture<Lease> waiting = TestAgents.acquireLater(agent, LockRequest.of("job"));
        oldClient.unlock("job");
        assertThat(waiting.join().isHeld()).isTrue();
    }

    private static String shown(String holder) {
        return holder.substring(0, Math.min(40, holder.length()));
    }

    /** Although what has expired is left alone for the clock skew allowance. */
    @ParameterizedTest
    @EnumSource
    void whatALeaseReleasedIsFreeForTheNextAtOnce(OldLibrary library) throws InterruptedException {
        library.prepare(old, "job");
        OldLocks locks = library.locks(MongoServer.shared().client(), old);
        AgentOptions apart =
                options().withClockSkewAllowance(Duration.ofSeconds(1)).withOuterLocks(locks);
        assertThat(agents.agent(apart).acquire("job").release()).isTrue();
        assertThat(agents.agent(apart).tryAcquire("job")).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void ofManyAgentsThatTryAtOnceOneGetsTheLock(OldLibrary library) {
        library.index(old);
        List<LockAgent> trying =
                IntStream.range(0, 6).mapToObj(i -> bridging(library)).toList();
        for (int round = 0; round < 5; round++) {
            String name = "new-" + round;
            List<CompletableFuture<Optional<Lease>>> tries = trying.stream()
                    .map(agent ->
                            CompletableFuture.supplyAsync(() -> agent.tryAcquire(name), Thread::startVirtualThread))
                    .toList();
            assertThat(tries.stream().map(CompletableFuture::join).filter(Optional::isPresent))
                    .hasSize(1);
            assertThat(library.locks(old).countDocuments()).isEqualTo(round + 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLeaseWhoseOldLockIsTakenAwayIsLostAndSaysSo(OldLibrary library) throws InterruptedException {
        library.prepare(old, "job");
        OldClient oldClient = library.client(old);
        LossRecorder recorder = new LossRecorder();
        Lease lease = bridging(library).acquire("job");
        lease.onLoss(recorder);

        library.free(old, "job");
        assertThat(oldClient.tryLock("job")).isTrue();
        assertThat(recorder.awaitLoss())
                .isInstanceOfSatisfying(
                        LeaseLoss.OuterLockLost.class,
                        loss -> assertThat(loss.why()).contains("somebody else took or freed it", "\"job\""));
        assertThat(lease.isHeld()).isFalse();
        assertThat(agents.agent("plain").tryAcquire("job"))
                .as("until its holder has stopped")
                .isEmpty();
        assertThat(lease.release()).isFalse();
        assertThat(library.client(old).tryLock("job"))
                .as("the old client has kept it")
                .isFalse();
        agents.awaitIdle("job");
    }

    @ParameterizedTest
    @EnumSource
    void aLostLeaseKeepsOldClientsOutUntilItsHolderHasStopped(OldLibrary library) throws InterruptedException {
        library.prepare(old, "job");
        OldClient oldClient = library.client(old);
        LossRecorder recorder = new LossRecorder();
        Lease lease = bridging(library).acquire("job");
        lease.onLoss(recorder);

        agents.evictNow("job");
        recorder.awaitLoss();
        assertThat(oldClient.tryLock("job")).isFalse();
        lease.close();
        assertThat(oldClient.tryLock("job")).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void anAgentThatClosesReleasesOldLocksAndRefusesThoseThatWait(OldLibrary library) throws InterruptedException {
        library.prepare(old, "job");
        OldClient oldClient = library.client(old);
        LockAgent agent = bridging(library);
        Lease lease = agent.acquire("job");
        CompletableFuture<Lease> waiting = TestAgents.acquireLater(agent, LockRequest.of("job"));

        agent.close();
        assertThat(lease.loss()).contains(new LeaseLoss.AgentClosed());
        assertThat(waiting)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .havingCause()
                .isInstanceOfAny(LockUnavailableException.class, IllegalStateException.class);
        assertThat(oldClient.tryLock("job")).isTrue();
    }

    /** Its client is closed under it, so that nothing of what it does arrives any more. */
    @ParameterizedTest
    @EnumSource
    void whatACrashedAgentLeavesIsNamedAndAnOperatorFreesIt(OldLibrary library) throws InterruptedException {
        library.prepare(old, "job");
        MongoClient crashing = MongoClients.create(MongoServer.shared().uri());
        agents.agent(crashing, options().withOuterLocks(library.locks(crashing, old)))
                .acquire("job");
        crashing.close();

        assertThat(library.client(old).tryLock("job")).isFalse();
        assertThat(library.holder(old, "job")).startsWith("lockkeeper:billing:");
        library.free(old, "job");
        assertThat(library.client(old).tryLock("job")).isTrue();
    }

    /** By the library's own rule, without an operator. */
    @Test
    void whatACrashedAgentLeavesOfShedLockExpires() throws InterruptedException {
        MongoClient crashing = MongoClients.create(MongoServer.shared().uri());
        AgentOptions options = options().withTtl(Duration.ofSeconds(1));
        Lease lease = agents.agent(crashing, options.withOuterLocks(OldLibrary.SHEDLOCK.locks(crashing, old)))
                .acquire("job");
        crashing.close();

        OldClient oldClient = OldLibrary.SHEDLOCK.client(old);
        await().atMost(Duration.ofSeconds(30)).until(() -> oldClient.tryLock("job"));
        assertThat(lease.isHeld()).isFalse();
    }

    /** ShedLock's unlock asks for no owner, so one that comes too late frees the lock of whoever has it. */
    @Test
    void aLateUnlockOfShedLockIsUndoneByTheNextRenewal() throws InterruptedException {
        OldClient late = OldLibrary.SHEDLOCK.client(old);
        assertThat(late.tryLock("job")).isTrue();
        OldLibrary.SHEDLOCK.free(old, "job");
        Lease lease = bridging(OldLibrary.SHEDLOCK).acquire("job");

        late.unlock("job");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> shedLockLastsFor("job").toSeconds() > 30);
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void oldClientsOfShedLockAreKeptOutForTheShortestHold() throws InterruptedException {
        OldClient oldClient = OldLibrary.SHEDLOCK.client(old);
        Lease lease =
                bridging(OldLibrary.SHEDLOCK).acquire(LockRequest.of("job").withShortestHold(Duration.ofMinutes(5)));
        assertThat(lease.release()).isTrue();
        assertThat(oldClient.tryLock("job")).isFalse();
    }

    @Test
    void oldClientsWithoutAnExpiryAreKeptOutForTheShortestHold() throws InterruptedException {
        OldLibrary.SPRING.prepare(old, "job");
        OldClient oldClient = OldLibrary.SPRING.client(old);
        Lease lease =
                bridging(OldLibrary.SPRING).acquire(LockRequest.of("job").withShortestHold(Duration.ofSeconds(2)));
        assertThat(lease.release()).isTrue();
        assertThat(oldClient.tryLock("job")).isFalse();
        await().atMost(Duration.ofSeconds(30)).until(() -> oldClient.tryLock("job"));
    }

    @Test
    void twoDocumentsOfOneNameAreRefused() {
        OldLibrary.SPRING.prepare(old, "job");
        OldLibrary.SPRING.prepare(old, "job");
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> bridging(OldLibrary.SPRING).tryAcquire("job"))
                .withMessageContaining("more than one document");
    }

    @Test
    void aTtlIndexThatIsTooShortForTheClocksIsRefused() {
        OldLibrary.MONGOOSE.prepare(old, "job");
        LockAgent agent = agents.agent(options()
                .withTtl(Duration.ofMinutes(1))
                .withClockSkewAllowance(Duration.ofSeconds(2))
                .withOuterLocks(OldLibrary.MONGOOSE.locks(MongoServer.shared().client(), old)));
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> agent.tryAcquire("job"))
                .withMessageContaining("frees old locks after PT10S");
    }

    @Test
    void oldLocksInTheAgentsOwnCollectionAreRefused() {
        OldLocks same = OldLocks.of("mongoose-article", MongoServer.shared().client(), agents.database());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> agents.agent(options().withOuterLocks(same)))
                .withMessageContaining("would share the collection");
    }

    @Test
    void anUnknownLibraryIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OldLocks.of("redlock", MongoServer.shared().client(), "app"))
                .withMessageContaining("shedlock, mongoose-article, spring-article");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> OldLocks.of("shedlock:locks", MongoServer.shared().client(), "app"))
                .withMessageContaining("LIBRARY:DATABASE.COLLECTION");
    }

    /** From when it was taken. */
    private Duration shedLockLastsFor(String name) {
        BsonDocument found = OldLibrary.SHEDLOCK
                .locks(old)
                .withDocumentClass(BsonDocument.class)
                .find(new Document("_id", name))
                .first();
        assertThat(found).isNotNull();
        return Duration.ofMillis(found.getDateTime("lockUntil").getValue()
                - found.getDateTime("lockedAt").getValue());
    }

    private static AgentOptions options() {
        return TestAgents.options("billing");
    }

    private LockAgent bridging(OldLibrary library) {
        return agents.agent(
                options().withOuterLocks(library.locks(MongoServer.shared().client(), old)));
    }
}
