package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Old locks whose commands fail, or whose answers never come. */
@OwnServer
@Timeout(120)
class OldLocksFaultsIT {

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet server;

    @RegisterExtension
    private final TestAgents agents = new TestAgents(server.client());

    private final MongoDatabase old = server.client().getDatabase("old_" + agents.database());

    @BeforeAll
    static void start() {
        server = ReplicaSet.start(1);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void withoutARenewalTheLeaseIsLostBeforeAnOldClientGetsTheLock() throws InterruptedException {
        OldClient oldClient = OldLibrary.SHEDLOCK.client(old);
        LossRecorder recorder = new LossRecorder();
        Lease lease =
                bridging(OldLibrary.SHEDLOCK).acquire(LockRequest.of("job").withTtl(Duration.ofSeconds(2)));
        lease.onLoss(recorder);
        FailPoint failing = server.failCommand(onOldLocks(OldLibrary.SHEDLOCK).append("errorCode", 50));
        try {
            assertThat(recorder.awaitLoss())
                    .isInstanceOfSatisfying(
                            LeaseLoss.OuterLockLost.class,
                            loss -> assertThat(loss.why()).contains("no renewal was acknowledged"));
        } finally {
            failing.off();
        }
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).isZero();
        await().atMost(Duration.ofSeconds(30)).until(() -> oldClient.tryLock("job"));
    }

    @Test
    void oneFailedRenewalLosesNothing() throws InterruptedException {
        Lease lease =
                bridging(OldLibrary.SHEDLOCK).acquire(LockRequest.of("job").withTtl(Duration.ofSeconds(6)));
        server.failCommand(onOldLocks(OldLibrary.SHEDLOCK).append("errorCode", 50), 3);
        await().atMost(Duration.ofSeconds(30)).until(() -> lease.remaining().toSeconds() < 3);
        await().atMost(Duration.ofSeconds(30)).until(() -> lease.remaining().toSeconds() > 3);
        assertThat(lease.isHeld()).isTrue();
    }

    /** The write is applied, and the answer says that it may not be: nobody would ever free the lock of this library. */
    @Test
    void anOldLockThatMayHaveBeenTakenIsGivenBack() {
        OldLibrary.SPRING.prepare(old, "job");
        LockAgent agent = bridging(OldLibrary.SPRING);
        server.failCommand(
                onOldLocks(OldLibrary.SPRING)
                        .append("writeConcernError", new Document("code", 64).append("errmsg", "staged")),
                1);
        assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> agent.tryAcquire("job"));
        OldClient oldClient = OldLibrary.SPRING.client(old);
        await().atMost(Duration.ofSeconds(30)).until(() -> oldClient.tryLock("job"));
    }

    /** A command of an agent may take five seconds. */
    @Test
    void aShortWaitEndsInItsTimeWhileTheOldLocksHang() {
        OldLibrary.SPRING.prepare(old, "job");
        LockAgent agent = bridging(OldLibrary.SPRING);
        FailPoint hanging = server.failCommand(
                onOldLocks(OldLibrary.SPRING).append("blockConnection", true).append("blockTimeMS", 6_000));
        long began = System.nanoTime();
        try {
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> agent.acquire(LockRequest.of("job").withLongestWait(Duration.ofMillis(200))));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
        } finally {
            hanging.off();
        }
    }

    @Test
    void aReleaseThatFailsIsRepeated() throws InterruptedException {
        OldLibrary.SPRING.prepare(old, "job");
        Lease lease = bridging(OldLibrary.SPRING).acquire("job");
        server.failCommand(onOldLocks(OldLibrary.SPRING).append("errorCode", 50), 2);
        lease.release();
        OldClient oldClient = OldLibrary.SPRING.client(old);
        await().atMost(Duration.ofSeconds(30)).until(() -> oldClient.tryLock("job"));
    }

    @Test
    void anInterruptedHolderReleasesBothLocks() throws InterruptedException {
        OldLibrary.SPRING.prepare(old, "job");
        Lease lease = bridging(OldLibrary.SPRING).acquire("job");
        Thread.currentThread().interrupt();
        lease.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(OldLibrary.SPRING.client(old).tryLock("job")).isTrue();
    }

    private Document onOldLocks(OldLibrary library) {
        return new Document("failCommands", List.of("findAndModify"))
                .append("namespace", library.locks(old).getNamespace().getFullName());
    }

    private LockAgent bridging(OldLibrary library) {
        return agents.agent(TestAgents.options("billing").withOuterLocks(library.locks(server.client(), old)));
    }
}
