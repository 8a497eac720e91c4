package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A kept lease beside what is not made for it: requests of another kind, and an eviction that removes it. */
@Timeout(60)
class KeptAgainstOthersIT {

    private static final LockRequest KEPT = LockRequest.of("job").withKeep(Duration.ofMinutes(10));
    /** Far less than the ten minutes, and more than a busy machine needs. */
    private static final Duration RECALL = Duration.ofSeconds(5);

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("billing");
    private final LockAgent other = agents.agent(TestAgents.options("mail").withRecallTime(RECALL));

    static Stream<LockRequest> requestsOfAnotherKind() {
        return Stream.of(LockRequest.permits("job", 1, 3), LockRequest.reading("job"), LockRequest.writing("job"));
    }

    @ParameterizedTest
    @MethodSource("requestsOfAnotherKind")
    void anIdleLeaseIsRecalledByATryOfAnotherKind(LockRequest another) {
        awaitKept();
        try (Lease lease = other.tryAcquire(another).orElseThrow()) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("requestsOfAnotherKind")
    void anIdleLeaseIsRecalledByAWaiterOfAnotherKind(LockRequest another) throws Exception {
        awaitKept();
        try (Lease lease = other.acquire(another)) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void anIdleLeaseIsRecalledByAWaitThatIsShorterThanTheRecall() throws Exception {
        awaitKept();
        try (Lease lease = other.tryAcquire("job", Duration.ofNanos(1)).orElseThrow()) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void aShortWaitForALeaseInUseEndsWhenThatIsKeptNoLonger() throws Exception {
        awaitKept();
        long began = System.nanoTime();
        try (Lease used = one.acquire(KEPT)) {
            assertThat(other.tryAcquire("job", Duration.ofNanos(1))).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(RECALL);
            assertThat(used.isHeld()).isTrue();
        }
    }

    @Test
    void aLeaseInUseIsKeptNoLongerAndRefusesAnotherKind() throws Exception {
        awaitKept();
        try (Lease used = one.acquire(KEPT)) {
            assertThatExceptionOfType(CapacityMismatchException.class)
                    .isThrownBy(() -> other.tryAcquire(LockRequest.reading("job")));
            assertThat(used.isHeld()).isTrue();
        }
        try (Lease lease = other.tryAcquire(LockRequest.reading("job")).orElseThrow()) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    /** In one change, so that no read shows the eviction itself, as where another was granted the lock and has released it. */
    @Test
    void aKeptLeaseThatWasEvictedNowEndsAlthoughOthersCameAndWentSince() throws Exception {
        awaitKept();
        Lease used = one.acquire(KEPT);
        long last = agents.stored("job").token();
        String acquirer = agents.stored("job").holders().getFirst().acquirer();
        BsonDocument gone =
                new BsonDocument("holders", new BsonArray()).append("wake", new BsonString("operator:1 " + acquirer));
        Owner keeper = agents.stored("job").holders().getFirst().owner();
        agents.locks().updateOne(new BsonDocument("_id", new BsonString("job")), new BsonDocument("$set", gone));
        new HintWriter(
                        agents.database(),
                        (each, command) ->
                                MongoServer.shared().client().getDatabase(each).runCommand(command, BsonDocument.class))
                .changed(agents.stored("job"), "operator:1", keeper);

        await().atMost(RECALL).untilAsserted(() -> assertThat(used.isHeld()).isFalse());
        assertThat(used.release()).isFalse();
        try (Lease next = one.acquire(KEPT)) {
            assertThat(next.token()).isGreaterThan(last);
        }
    }

    /** By a tool that writes no hint: the keeper has heard of nothing. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReleaseIsFalseIfAnotherHasTheLockByNowAndNoUseFollows(boolean waits) throws Exception {
        awaitKept();
        Lease used = one.acquire(KEPT);
        agents.apply(Settle.evictNow(
                "job", agents.stored("job").holders().getFirst(), "ann", "its host burnt down", "operator:1"));
        try (Lease next = other.tryAcquire("job").orElseThrow()) {
            boolean released = waits ? used.release() : used.releaseAsync().get();
            assertThat(released).isFalse();
            assertThat(one.tryAcquire(KEPT)).isEmpty();
            assertThat(next.isHeld()).isTrue();
        }
    }

    @Test
    void usesThatLastForNoTimeEndWithALeaseThatNoOtherCallShows() throws Exception {
        awaitKept();
        agents.apply(Settle.evictNow(
                "job", agents.stored("job").holders().getFirst(), "ann", "its host burnt down", "operator:1"));
        try (Lease next = other.tryAcquire("job").orElseThrow()) {
            await().atMost(RECALL).until(() -> {
                Optional<Lease> use = one.tryAcquire(KEPT);
                use.ifPresent(Lease::close);
                return use.isEmpty();
            });
            assertThat(next.isHeld()).isTrue();
        }
    }

    private void awaitKept() {
        await().untilAsserted(() -> {
            one.acquire(KEPT).close();
            assertThat(agents.stored("job").holders())
                    .anyMatch(holder -> holder.isKept() && !holder.acquirer().isEmpty());
        });
    }
}
