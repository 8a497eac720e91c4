package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls that come while another is under way. */
@OwnServer
@Timeout(120)
class BatchingIT {

    private static final int MANY = 200;

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet server;

    @SuppressWarnings("NullAway.Init")
    private static CountedClient counted;

    @RegisterExtension
    private final TestAgents agents = new TestAgents(server.client());

    private final LockAgent agent = agents.agent(counted.client(), TestAgents.options("billing"));

    @BeforeAll
    static void startServer() {
        server = ReplicaSet.start(1);
        counted = new CountedClient(server.uri());
    }

    @AfterAll
    static void stopServer() {
        counted.close();
        server.close();
    }

    @Test
    void callsThatComeWhileAnotherIsUnderWayTravelTogetherAndEachGetsItsOwnLease() throws Exception {
        agent.acquire("order-0").close(); // has a document from now on, the others have none
        FailPoint slow = server.failCommand(hanging("findAndModify"), 1);
        CompletableFuture<Lease> first = sendFirst();
        counted.forget();
        List<CompletableFuture<Lease>> others = IntStream.range(0, MANY)
                .mapToObj(i -> agent.acquireAsync(LockRequest.of("order-" + i)))
                .toList();
        List<Lease> leases = Stream.concat(Stream.of(first), others.stream())
                .map(each -> each.orTimeout(60, TimeUnit.SECONDS).join())
                .toList();
        slow.off();

        assertThat(counted.commands()).hasSizeLessThan(MANY / 2);
        assertThat(leases).allMatch(Lease::isHeld);
        assertThat(leases)
                .allSatisfy(
                        lease -> assertThat(agents.holder(lease.name()).token()).isEqualTo(lease.token()));
        List<CompletableFuture<Boolean>> released = leases.stream()
                .map(lease -> CompletableFuture.supplyAsync(lease::release))
                .toList();
        assertThat(released).allMatch(CompletableFuture::join);
        await().until(() ->
                leases.stream().allMatch(lease -> agents.stored(lease.name()).isIdle()));
    }

    @Test
    void ofTriesForOneLockThatTravelTogetherOneIsGrantedAndTheOthersAreToldByWhomItIsHeld() {
        FailPoint slow = server.failCommand(hanging("findAndModify"), 1);
        CompletableFuture<Lease> first = sendFirst();
        List<Attempt> attempts = IntStream.range(0, 20)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> agent.attempt(LockRequest.of("report")), Thread::startVirtualThread))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        first.join().close();
        slow.off();

        assertThat(attempts).filteredOn(Attempt.Granted.class::isInstance).hasSize(1);
        assertThat(attempts)
                .filteredOn(Attempt.Refused.class::isInstance)
                .allSatisfy(attempt ->
                        assertThat(((Attempt.Refused) attempt).heldBy()).hasSize(1));
        assertThat(agents.stored("report").queue()).isEmpty();
    }

    @Test
    void aCallThatHangsHoldsUpNoOthers() throws Exception {
        FailPoint slow = server.failCommand(hanging("findAndModify"), 1);
        CompletableFuture<Lease> hanging = sendFirst();

        try (Lease lease = agent.acquire("report")) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(hanging).isNotDone();
        }
        slow.off();
        hanging.get(30, TimeUnit.SECONDS).close();
    }

    /** Returns when it is on its way: a first request makes sure of the index before. */
    private CompletableFuture<Lease> sendFirst() {
        counted.forget();
        CompletableFuture<Lease> first = agent.acquireAsync(LockRequest.of("first"));
        await().until(() -> counted.changes() == 1);
        return first;
    }

    private static Document hanging(String command) {
        return new Document("failCommands", List.of(command))
                .append("blockConnection", true)
                .append("blockTimeMS", 3_000);
    }
}
