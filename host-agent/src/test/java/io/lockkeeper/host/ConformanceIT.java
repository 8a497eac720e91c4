package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every client has to do, with each of them, as processes on a real host agent. */
@Execution(ExecutionMode.CONCURRENT)
class ConformanceIT {

    private final TestHost host;

    ConformanceIT() throws Exception {
        host = new TestHost();
    }

    @AfterEach
    void close() throws Exception {
        host.close();
    }

    @ParameterizedTest
    @EnumSource
    void itHoldsAndReleases(ConformingClient client) throws Exception {
        try (ScriptProcess process = client.start(host.socket())) {
            assertThat(ask(process, "acquire job 20000 30000")).startsWith("granted ");
            assertThat(ask(process, "held")).isEqualTo("held true");
            assertThat(host.other().tryAcquire("job")).isEmpty();
            assertThat(ask(process, "release")).isEqualTo("released true");
            assertThat(ask(process, "held")).isEqualTo("held false");
            assertThat(host.other().tryAcquire("job")).isPresent();
            assertThat(ask(process, "release")).isEqualTo("released false");
            assertThat(ask(process, "with block")).isEqualTo("with true");
            assertThat(host.other().tryAcquire("block")).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void itIsRefusedByNameAndQueuesBehindAnotherSession(ConformingClient client) throws Exception {
        try (ScriptProcess holder = client.start(host.socket());
                ScriptProcess waiter = client.start(host.socket())) {
            ask(holder, "acquire job 20000 30000");
            assertThat(ask(waiter, "try job")).isEqualTo("none");
            assertThat(ask(waiter, "acquire job 100 30000")).isEqualTo("refused conformance");
            assertThat(ask(waiter, "cancel job")).isEqualTo("cancelled");
            waiter.order("acquire job 60000 30000");
            ask(holder, "release");
            assertThat(waiter.await("granted ")).isNotBlank();
            assertThat(ask(waiter, "acquire job 0 1")).isEqualTo("error field");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatIsTooLongEndsNothingElse(ConformingClient client) throws Exception {
        try (ScriptProcess process = client.start(host.socket())) {
            ask(process, "acquire job 20000 30000");
            assertThat(ask(process, "long other")).isEqualTo("error line");
            assertThat(ask(process, "held")).isEqualTo("held true");
            assertThat(ask(process, "release")).isEqualTo("released true");
        }
    }

    /** Its beats keep the wait and the lease alive, each for longer than the ttl. */
    @ParameterizedTest
    @EnumSource
    void itWaitsAndHoldsLongerThanTheTtl(ConformingClient client) throws Exception {
        Lease first = host.other().acquire("job");
        try (ScriptProcess process = client.start(host.socket())) {
            process.order("acquire job 60000 5000");
            pass(Duration.ofSeconds(8));
            first.close();
            assertThat(process.await("granted ")).isNotBlank();
            CompletableFuture<Lease> next = host.other().acquireAsync(LockRequest.of("job"));
            pass(Duration.ofSeconds(8));
            assertThat(ask(process, "held")).isEqualTo("held true");
            assertThat(next).isNotDone();
            assertThat(ask(process, "release")).isEqualTo("released true");
            next.get(30, TimeUnit.SECONDS).close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void itHearsOfAnEviction(ConformingClient client) throws Exception {
        try (ScriptProcess process = client.start(host.socket())) {
            ask(process, "acquire job 20000 30000");
            process.order("lost");
            evict("job");
            assertThat(process.await("lost ")).isEqualTo("evicted by ann: hung");
            assertThat(ask(process, "held")).isEqualTo("held false");
            assertThat(ask(process, "release")).isEqualTo("released false");
            host.other()
                    .acquire(LockRequest.of("job").withLongestWait(Duration.ofSeconds(10)))
                    .close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void stoppedPastItsTtlItKnowsThatItHoldsNothing(ConformingClient client) throws Exception {
        try (ScriptProcess process = client.start(host.socket())) {
            ask(process, "acquire job 20000 5000");
            process.signal("STOP");
            Lease next = host.other().acquire("job");
            process.signal("CONT");
            assertThat(ask(process, "held")).isEqualTo("held false");
            assertThat(ask(process, "release")).isEqualTo("released false");
            assertThat(next.isHeld()).isTrue();
            next.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void killedOrEndedWithoutAReleaseItsLockIsFreeAtOnce(ConformingClient client) throws Exception {
        for (String end : List.of("kill", "exit")) {
            try (ScriptProcess process = client.start(host.socket())) {
                ask(process, "acquire job 20000 30000");
                CompletableFuture<Lease> next = host.other().acquireAsync(LockRequest.of("job"));
                if (end.equals("kill")) {
                    process.kill();
                } else {
                    process.order("exit");
                }
                next.get(10, TimeUnit.SECONDS).close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "PYTHON.*")
    void aForkedChildHoldsNothingAndTakesLocksOfItsOwn(ConformingClient client) throws Exception {
        try (ScriptProcess process = client.start(host.socket())) {
            ask(process, "acquire job 20000 5000");
            process.order("fork");
            assertThat(process.await("child held ")).isEqualTo("false");
            process.await("child granted");
            pass(Duration.ofSeconds(6));
            assertThat(ask(process, "held")).isEqualTo("held true");
            assertThat(host.other().tryAcquire("job")).isEmpty();
            assertThat(ask(process, "release")).isEqualTo("released true");
        }
    }

    /** Its process lives: the host agent sees no end. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "NODE.*")
    void aThreadThatEndsGivesItsLockBack(ConformingClient client) throws Exception {
        try (ScriptProcess process = client.start(host.socket())) {
            assertThat(ask(process, "thread job")).isEqualTo("ended");
            host.other()
                    .acquire(LockRequest.of("job").withLongestWait(Duration.ofSeconds(10)))
                    .close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLeaseThatIsForgottenIsReleased(ConformingClient client) throws Exception {
        try (ScriptProcess process = client.start(host.socket())) {
            ask(process, "acquire job 20000 30000");
            ask(process, "drop");
            host.other()
                    .acquire(LockRequest.of("job").withLongestWait(Duration.ofSeconds(10)))
                    .close();
        }
    }

    /** The grant waits in the socket of a process that stands still, until nothing is left of it. */
    @ParameterizedTest
    @EnumSource
    void aGrantThatIsReadTooLateIsNotHandedOut(ConformingClient client) throws Exception {
        Lease first = host.other().acquire("job");
        try (ScriptProcess process = client.start(host.socket())) {
            process.order("acquire job 60000 5000");
            await().until(() -> status("waits") == 1);
            process.signal("STOP");
            first.close();
            host.other()
                    .acquire(LockRequest.of("job").withLongestWait(Duration.ofSeconds(30)))
                    .close();
            process.signal("CONT");
            assertThat(process.await("")).startsWith("granted ");
            assertThat(ask(process, "held")).isEqualTo("held true");
            assertThat(ask(process, "release")).isEqualTo("released true");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBlockWhoseLeaseIsLostDoesNotEndAsIfItWereHeld(ConformingClient client) throws Exception {
        try (ScriptProcess process = client.start(host.socket())) {
            assertThat(ask(process, "block job")).isEqualTo("inside");
            evict("job");
            assertThat(process.await("")).isEqualTo("LeaseLost");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatIsGivenUpAtOnceLeavesNothing(ConformingClient client) throws Exception {
        Lease held = host.other().acquire("job");
        try (ScriptProcess process = client.start(host.socket())) {
            for (int i = 0; i < 5; i++) {
                assertThat(ask(process, "now job")).isEqualTo("cancelled");
            }
            assertThat(ask(process, "try another")).startsWith("granted ");
            await().until(() -> status("waits") == 0);
            held.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionBeyondTheLimitHearsWhy(ConformingClient client) throws Exception {
        HostLimits one = new HostLimits(
                1, 1, 6, 6, 4, 4, 2, Duration.ofSeconds(5), new HostLimits.Lines(8 << 10, 16 << 10, 64 << 10, 8 << 10));
        try (TestHost full = new TestHost(one);
                TestPeer peer = TestPeer.of(full.socket(), "first");
                ScriptProcess process = client.start(full.socket())) {
            assertThat(ask(process, "try job")).isEqualTo("error limit");
            assertThat(peer.ask(JsonLine.of("beat", true))).containsKey("left");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNameMayHaveAsManyBytesInCharactersOfFour(ConformingClient client) throws Exception {
        String name = "\uD83D\uDD12".repeat(64);
        try (ScriptProcess process = client.start(host.socket())) {
            assertThat(ask(process, "acquire " + name + " 20000 30000")).startsWith("granted ");
            assertThat(host.other().tryAcquire(name)).isEmpty();
            assertThat(ask(process, "release")).isEqualTo("released true");
            assertThat(ask(process, "try " + name + "\uD83D\uDD12")).isEqualTo("error field");
        }
    }

    /** A second that both ran would be there twice. */
    @ParameterizedTest
    @EnumSource
    void ofTwoProcessesOneRunsAJobAndALateEndIsReported(ConformingClient client) throws Exception {
        try (ScriptProcess one = client.start(host.socket());
                ScriptProcess two = client.start(host.socket())) {
            one.order("every job 5");
            two.order("every job 5");
            List<String> ran = Stream.of(one.await("ran"), two.await("ran"))
                    .flatMap(seconds -> Stream.of(seconds.split(" ")))
                    .filter(second -> !second.isEmpty())
                    .toList();
            assertThat(ran).isNotEmpty().doesNotHaveDuplicates();
            one.order("late job");
            assertThat(Integer.parseInt(one.await("missed "))).isGreaterThanOrEqualTo(2);
        }
    }

    /** A bound that is not understood would be none. */
    @ParameterizedTest
    @EnumSource
    void aMistypedOptionIsRefused(ConformingClient client) throws Exception {
        Lease held = host.other().acquire("job");
        try (ScriptProcess process = client.start(host.socket())) {
            assertThat(ask(process, "mistype job")).isEqualTo("error TypeError");
            held.close();
        }
    }

    private long status(String figure) throws Exception {
        try (TestPeer peer = TestPeer.of(host.socket(), "watcher")) {
            return (Long) Objects.requireNonNull(TestPeer.object(peer.ask(JsonLine.of("status", true)), "status")
                    .get(figure));
        }
    }

    private static String ask(ScriptProcess process, String command) throws Exception {
        process.order(command);
        return process.await("");
    }

    /** The time itself is what is waited for: a lock that nothing frees. */
    private void pass(Duration time) throws Exception {
        String clock = "clock" + System.nanoTime();
        host.other().acquire(clock);
        assertThat(host.other().tryAcquire(LockRequest.of(clock), time)).isEmpty();
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
}
