package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a session says and hears, line by line. */
@Execution(ExecutionMode.CONCURRENT)
class ProtocolIT {

    private TestHost host;
    private TestPeer billing;
    private TestPeer reports;

    @BeforeEach
    void open() throws Exception {
        host = new TestHost();
        billing = TestPeer.of(host.socket(), "billing");
        reports = TestPeer.of(host.socket(), "reports");
    }

    @AfterEach
    void close() throws Exception {
        billing.ask(JsonLine.of("bye", true));
        reports.ask(JsonLine.of("bye", true));
        host.close();
    }

    @Test
    void aHelloIsAnsweredWithWhatAProcessNeedsToKnow() throws Exception {
        try (TestPeer peer = new TestPeer(host.socket())) {
            assertThat(peer.ask(TestPeer.hello("mail")))
                    .containsEntry("seen", 1L)
                    .containsEntry("beatMs", 2_000L)
                    .containsEntry("store", TestHost.STORE)
                    .containsEntry("proof", "process")
                    .containsKey("session");
        }
    }

    @Test
    void aGrantCarriesTokenAndTimeAndAReleaseSaysThatItWasHeld() throws Exception {
        Map<String, Object> granted = billing.acquire("send_sms");
        assertThat(granted).containsEntry("lock", "send_sms").containsKey("token");
        assertThat((Long) granted.get("leftMs")).isBetween(28_000L, 29_500L);
        assertThat(billing.release((String) Objects.requireNonNull(granted.get("lease"))))
                .isTrue();
        assertThat(host.other().tryAcquire("send_sms")).isPresent();
    }

    @Test
    void aTryIsRefusedAndNamesTheHoldersServiceAndPid() throws Exception {
        billing.acquire("send_sms");
        Map<String, Object> refused =
                TestPeer.object(reports.ask(JsonLine.of("acquire", "send_sms").with("waitMs", 0)), "refused");
        assertThat(refused).containsEntry("holders", 1L).containsEntry("waiting", 0L);
        assertThat(TestPeer.object(refused, "holder"))
                .containsEntry("service", "billing")
                .containsEntry("instance", "java")
                .containsEntry("pid", ProcessHandle.current().pid());
    }

    @Test
    void aWaiterIsQueuedThenGrantedInItsTurnAcrossSessions() throws Exception {
        String lease = billing.lease("send_sms");
        long first = reports.send(JsonLine.of("acquire", "send_sms"));
        assertThat(TestPeer.object(reports.queued(first), "queued")).containsKey("holder");
        try (TestPeer third = TestPeer.of(host.socket(), "mail")) {
            long second = third.send(JsonLine.of("acquire", "send_sms"));
            third.queued(second);
            billing.release(lease);
            String its =
                    (String) TestPeer.object(reports.answer(first), "granted").get("lease");
            reports.release(Objects.requireNonNull(its));
            assertThat(third.answer(second)).containsKey("granted");
            third.ask(JsonLine.of("bye", true));
        }
    }

    @Test
    void aWaitThatRunsOutIsRefused() throws Exception {
        billing.acquire("send_sms");
        assertThat(reports.ask(JsonLine.of("acquire", "send_sms").with("waitMs", 100)))
                .containsKey("refused");
    }

    @Test
    void readersShareAndAWriterAndPermitsAreCounted() throws Exception {
        JsonLine read = JsonLine.of("acquire", "table").with("shared", true);
        assertThat(billing.ask(read)).containsKey("granted");
        assertThat(reports.ask(read)).containsKey("granted");
        assertThat(reports.ask(
                        JsonLine.of("acquire", "table").with("write", true).with("waitMs", 0)))
                .containsKey("refused");
        JsonLine two = JsonLine.of("acquire", "pool")
                .with("permits", 2)
                .with("capacity", 3)
                .with("waitMs", 0);
        assertThat(billing.ask(two)).containsKey("granted");
        assertThat(reports.ask(two)).containsKey("refused");
        assertThat(error(reports.ask(JsonLine.of("acquire", "pool")))).isEqualTo("capacity");
    }

    @Test
    void aCancelledWaitLeavesNothingBehind() throws Exception {
        String lease = billing.lease("send_sms");
        long waiting = reports.send(JsonLine.of("acquire", "send_sms"));
        reports.queued(waiting);
        long cancel = reports.send(JsonLine.of("cancel", waiting));
        assertThat(reports.answer(waiting)).containsEntry("cancelled", true);
        assertThat(reports.answer(cancel)).containsEntry("cancelled", true);
        billing.release(lease);
        assertThat(host.other().acquire(LockRequest.of("send_sms").withLongestWait(Duration.ofSeconds(20))))
                .isNotNull();
    }

    /** Whichever comes first: the lock is free in the end, and the acquire is answered once. */
    @Test
    void aCancelThatCrossesItsGrantLeavesTheLockFree() throws Exception {
        for (int i = 0; i < 50; i++) {
            long asked = billing.send(JsonLine.of("acquire", "crossed"));
            long cancel = billing.send(JsonLine.of("cancel", asked));
            Map<String, Object> answer = billing.answer(asked);
            boolean cancelled = Boolean.TRUE.equals(billing.answer(cancel).get("cancelled"));
            assertThat(answer.containsKey("cancelled")).isEqualTo(cancelled);
            if (answer.containsKey("granted")) {
                billing.release((String) Objects.requireNonNull(
                        TestPeer.object(answer, "granted").get("lease")));
            }
        }
        Lease free = host.other().acquire(LockRequest.of("crossed").withLongestWait(Duration.ofSeconds(20)));
        free.close();
    }

    @Test
    void aBeatSaysWhatIsLeftOfEachLease() throws Exception {
        String one = billing.lease("one");
        String two = billing.lease("two");
        assertThat(billing.left(one)).isBetween(20_000L, 29_500L);
        assertThat(billing.left(two)).isBetween(20_000L, 29_500L);
        billing.release(one);
        assertThat(billing.left(one)).isEqualTo(-1);
    }

    @Test
    void anEvictionIsToldWithWhoAndWhyAndTheLockWaitsForTheRelease() throws Exception {
        String lease = billing.lease("send_sms");
        evict("send_sms");
        assertThat(billing.event("lost"))
                .containsEntry("lease", lease)
                .containsEntry("cause", "evicted")
                .containsEntry("by", "ann")
                .containsEntry("reason", "hung");
        assertThat(billing.left(lease)).isEqualTo(-1);
        assertThat(host.other().tryAcquire("send_sms")).isEmpty();
        assertThat(billing.release(lease)).isFalse();
        assertThat(host.other().tryAcquire("send_sms", Duration.ofSeconds(5))).isPresent();
    }

    @Test
    void aByeReleasesEverything() throws Exception {
        try (TestPeer peer = TestPeer.of(host.socket(), "mail")) {
            peer.acquire("one");
            peer.acquire("two");
            peer.ask(JsonLine.of("bye", true));
            peer.awaitEnd();
        }
        assertThat(host.other().tryAcquire("one", Duration.ofSeconds(20))).isPresent();
        assertThat(host.other().tryAcquire("two", Duration.ofSeconds(20))).isPresent();
    }

    @Test
    void aReleaseOfAnothersLeaseOrOfNoneFreesNothing() throws Exception {
        String lease = billing.lease("send_sms");
        assertThat(reports.release(lease)).isFalse();
        assertThat(reports.release("99")).isFalse();
        assertThat(billing.left(lease)).isPositive();
        assertThat(host.other().tryAcquire("send_sms")).isEmpty();
    }

    @Test
    void wrongRequestsAreAnsweredAndTheSessionGoesOn() throws Exception {
        for (JsonLine wrong : List.of(
                JsonLine.of("acquire", " a"),
                JsonLine.of("acquire", "a").with("ttlMs", 1),
                JsonLine.of("acquire", "a").with("note", "x\u0007"),
                JsonLine.of("acquire", "a").with("permits", 1),
                JsonLine.of("acquire", "a").with("permits", 3).with("capacity", 2),
                JsonLine.of("acquire", "a").with("shared", true).with("write", true))) {
            assertThat(error(billing.answer(billing.sendUnchecked(wrong))))
                    .as(wrong.toString())
                    .isEqualTo("field");
        }
        assertThat(error(billing.answer(billing.sendUnchecked(JsonLine.of("what", 1)))))
                .isEqualTo("verb");
        assertThat(billing.ask(JsonLine.of("beat", true).with("unknown", Map.of())))
                .containsKey("left");
    }

    @Test
    void allSessionsAreListed() throws Exception {
        billing.acquire("send_sms");
        List<?> sessions = (List<?>) Objects.requireNonNull(
                reports.ask(JsonLine.of("sessions", true)).get("sessions"));
        assertThat(sessions).hasSize(2);
        assertThat(sessions.getFirst())
                .asInstanceOf(MAP)
                .containsEntry("service", "billing")
                .containsEntry("leases", 1L)
                .containsEntry("proof", "process")
                .containsEntry("command", "java")
                .containsEntry("connected", true);
    }

    private void evict(String name) {
        MongoCollection<BsonDocument> locks = host.database().getCollection("locks", BsonDocument.class);
        BsonDocument stored =
                Objects.requireNonNull(locks.find(Filters.eq("_id", name)).first());
        Holder seen = LockMapper.fromBson(stored).holders().getFirst();
        Change change = Settle.evict(name, seen, "ann", "hung", Duration.ofSeconds(15), "operator:1");
        BsonDocument left = locks.findOneAndUpdate(change.filter(), change.pipeline(), change.options());
        new HintWriter(
                        host.database().getName(),
                        (each, command) ->
                                MongoServer.shared().client().getDatabase(each).runCommand(command, BsonDocument.class))
                .changed(Change.answer(Objects.requireNonNull(left)).lock(), "operator:1");
    }

    private static Object error(Map<String, Object> answer) {
        return Objects.requireNonNull(TestPeer.object(answer, "error").get("code"));
    }
}
