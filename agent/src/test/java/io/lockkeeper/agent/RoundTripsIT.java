package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each verb costs on the wire, counted by a command listener. */
class RoundTripsIT {

    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final List<String> unbounded = new CopyOnWriteArrayList<>();
    private final MongoClient counted = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
            .addCommandListener(new CommandListener() {
                @Override
                public void commandStarted(CommandStartedEvent event) {
                    if (event.getCommand().containsKey("tailable")) {
                        return; // the cursor over hints, which is open for long
                    }
                    commands.add(event.getCommandName());
                    if (!event.getCommand().containsKey("maxTimeMS")
                            && !event.getCommand().containsKey("maxAwaitTimeMS")) {
                        unbounded.add(event.getCommandName());
                    }
                }
            })
            .build());

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent(counted, TestAgents.options("billing"));
    private final LockAgent other = agents.agent("mail");

    @AfterEach
    void closeClient() {
        agent.close();
        counted.close();
    }

    @Test
    void anUncontendedAcquireAndReleaseAreOneRoundTripEach() throws InterruptedException {
        commands.clear();
        agent.acquire("report").close();

        assertThat(commands).containsExactly("findAndModify", "findAndModify");
    }

    @Test
    void noCommandOutlivesItsCallerAtTheServer() throws InterruptedException {
        LockRequest brief = LockRequest.of("report").withTtl(TestAgents.RENEWED_TTL);
        try (Lease lease = agent.acquire(brief)) {
            await().until(() -> commands.contains("update") && commands.contains("find"));
            assertThat(agent.tryAcquire("report")).isEmpty();
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(unbounded).isEmpty();
    }

    @Test
    void aRefusedTryIsOneRoundTripAndItsAnswerNamesTheHolder() throws InterruptedException {
        try (Lease lease = other.acquire("report")) {
            commands.clear();
            Attempt.Refused refused = (Attempt.Refused) agent.attempt(LockRequest.of("report"));

            assertThat(commands).containsExactly("findAndModify");
            assertThat(refused.heldBy().getFirst().owner().service()).isEqualTo("mail");
            assertThat(refused.heldBy().getFirst().since()).isEqualTo(lease.acquiredAt());
        }
    }

    @Test
    void aTryAfterARefusalIsOneReadAndIsGrantedAsSoonAsTheLockIsFree() throws InterruptedException {
        try (Lease lease = other.acquire("report")) {
            assertThat(agent.tryAcquire("report")).isEmpty();
            commands.clear();
            Attempt.Refused refused = (Attempt.Refused) agent.attempt(LockRequest.of("report"));

            assertThat(commands).containsExactly("find");
            assertThat(refused.heldBy().getFirst().since()).isEqualTo(lease.acquiredAt());
        }
        commands.clear();
        agent.tryAcquire("report").orElseThrow().close();
        assertThat(commands).containsExactly("find", "findAndModify", "findAndModify");
    }

    @Test
    void whoHoldsALockIsReadInOneRoundTripAndNobodyIsNamedOnceTheLeaseHasExpired() throws InterruptedException {
        LockRequest brief =
                LockRequest.of("report").withTtl(TestAgents.SHORT_TTL).withManualRenewal();
        try (Lease lease = other.acquire(brief)) {
            commands.clear();
            HeldBy holder = agent.heldBy("report").getFirst();

            assertThat(commands).containsExactly("find");
            assertThat(holder.owner().service()).isEqualTo("mail");
            assertThat(holder.since()).isEqualTo(lease.acquiredAt());
            await().until(() -> agent.heldBy("report").isEmpty());
        }
        assertThat(unbounded).isEmpty();
    }

    @Test
    void manyLeasesAreRenewedByOneUpdateAndOneRead() throws InterruptedException {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            leases.add(agent.acquire(LockRequest.of("report-" + i).withTtl(Duration.ofSeconds(3))));
        }
        commands.clear();
        await().untilAsserted(
                        () -> assertThat(agents.holder("report-0").heldFor()).isGreaterThan(Duration.ofSeconds(3)));

        assertThat(commands.stream().filter("update"::equals).count()).isBetween(1L, 12L);
        assertThat(commands.stream().filter("findAndModify"::equals)).isEmpty();
        assertThat(leases).allMatch(Lease::isHeld);
        leases.forEach(Lease::close);
    }
}
