package io.lockkeeper.agent.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoTimeoutException;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.CallTimeouts;
import io.lockkeeper.agent.calls.Identity;
import io.lockkeeper.agent.calls.LiveEntry;
import io.lockkeeper.agent.calls.RequestKind;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.UnobservedCalls;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.StubStore;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.time.Alarms;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.StubMachine;
import io.lockkeeper.agent.time.SystemTime;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.test.FakeTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which entries are touched, when, how often, and from which instant their deadlines count. */
@Timeout(60)
class RenewalsTest {

    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private final RuntimeException trouble = new MongoTimeoutException("no answer");

    private final FakeTicker ticker = new FakeTicker();
    private final Touches store = new Touches();
    private final AgentOptions options = AgentOptions.forService("billing");
    private final Alarms alarms = new Alarms(Machine.JVM, "test-alarms");
    private final Server server = server();
    private final Renewals renewals = new Renewals(server, new UnobservedCalls());

    @AfterEach
    void close() {
        renewals.close();
        server.close();
        alarms.stop(Duration.ZERO);
    }

    @Test
    void aDeadlineCountsFromTheInstantBeforeTheTouchWasSent() {
        Entry entry = kept();
        long sentAt = passBeat();
        assertThat(entry.touches).extracting(LiveEntry.SentTouch::sentAt).containsExactly(sentAt);
    }

    @Test
    void aDeadlineOfAnEntryThatIsTouchedAloneCountsFromThenToo() {
        store.touched = () -> new Touched(Optional.of(new Reply.Refused(trouble)), Map.of());
        Entry entry = kept();
        long sentAt = passBeat();
        assertThat(entry.touches)
                .filteredOn(LiveEntry.SentTouch::acknowledged)
                .extracting(LiveEntry.SentTouch::sentAt)
                .containsExactly(sentAt + ANSWER.toNanos());
    }

    @Test
    void aTouchThatWasNotAcknowledgedIsRepeatedAfterAPauseUntilOneIs() {
        store.touched = () -> new Touched(Optional.of(new Reply.Unknown(trouble)), Map.of());
        isRepeated(kept());
    }

    @Test
    void aTouchWhoseAnswerCouldNotBeReadIsRepeatedAfterAPauseUntilOneIs() {
        store.touched = () -> {
            throw trouble;
        };
        isRepeated(kept());
    }

    private void isRepeated(Entry entry) {
        passBeat();
        for (int i = 1; i <= 3; i++) {
            assertThat(entry.unanswered).isEqualTo(i);
            pass(PAUSE);
        }
        store.touched = Touches::done;
        pass(PAUSE);
        assertThat(entry.touches.getLast().acknowledged()).isTrue();
        assertThat(renewals.lag()).isEqualTo(Duration.ZERO);
    }

    @Test
    void anEntryIsTouchedOnceABeat() {
        Entry entry = kept();
        IntStream.range(0, 3).forEach(i -> passBeat());
        assertThat(entry.touches).hasSize(3);
        pass(BEAT.dividedBy(3));
        assertThat(entry.touches).hasSize(3);
    }

    @Test
    void whatIsForgottenIsTheEntryAndNotALaterOneOfTheSameRequest() {
        Entry waiter = kept();
        Entry lease = new Entry(waiter.bid);
        renewals.keep(lease, server.now());
        renewals.forget(waiter);
        passBeat();
        assertThat(lease.touches).hasSize(1);
        assertThat(waiter.touches).isEmpty();

        renewals.forget(lease);
        passBeat();
        assertThat(lease.touches).hasSize(1);
    }

    @Test
    void ofMoreThanOneUpdateTakesEachEntryIsTouchedOnce() {
        List<Entry> entries =
                IntStream.range(0, 2 * Renewals.BATCH + 1).mapToObj(i -> kept()).toList();
        passBeat();
        assertThat(entries).allSatisfy(entry -> assertThat(entry.touches).hasSize(1));
        assertThat(store.sizes).containsExactly(Renewals.BATCH, Renewals.BATCH, 1);
    }

    @Test
    void anEntryThatIsDueSoonerWakesTheThread() {
        Daemons machine = new Daemons(true);
        Renewals running = new Renewals(server(machine), new UnobservedCalls());
        Entry later = new Entry(bid());
        Entry sooner = new Entry(bid());
        running.keep(later, machine.nanos());
        await().until(() -> machine.made.getFirst().getState() == Thread.State.TIMED_WAITING);
        running.keep(sooner, machine.nanos() - BEAT.toNanos());

        await().atMost(BEAT.dividedBy(2)).until(() -> !sooner.touches.isEmpty());
        running.close();
    }

    private Entry kept() {
        Entry entry = new Entry(bid());
        renewals.keep(entry, server.now());
        return entry;
    }

    private Bid bid() {
        return server.bid(new LockName("report"), RequestKind.EXCLUSIVE, options.ttl(), server.self(), null);
    }

    /** Lets a beat pass, and returns when: what is due is touched then. */
    private long passBeat() {
        ticker.advance(BEAT);
        long now = server.now();
        renewals.clockMoved();
        return now;
    }

    private void pass(Duration time) {
        ticker.advance(time);
        renewals.clockMoved();
    }

    private Server server() {
        return new Server(
                new CallTimeouts(options.answerTimeout()),
                new Identity("billing", "billing-1", Machine.JVM),
                new SystemTime(ticker, new Daemons(false)),
                store,
                new UnobservedCalls(),
                new LocalWaiters(
                        new SystemTime(Machine.JVM::nanos, Machine.JVM), Duration.ofMillis(100), lock -> false),
                alarms);
    }

    private Server server(Machine machine) {
        return new Server(
                new CallTimeouts(options.answerTimeout()),
                new Identity("billing", "billing-1", machine),
                new SystemTime(machine::nanos, machine),
                new Touches(),
                new UnobservedCalls(),
                new LocalWaiters(
                        new SystemTime(Machine.JVM::nanos, Machine.JVM), Duration.ofMillis(100), lock -> false),
                alarms);
    }

    private static final class Entry implements LiveEntry {
        private final Bid bid;
        private final List<SentTouch> touches = new CopyOnWriteArrayList<>();
        private int unanswered;

        Entry(Bid bid) {
            this.bid = bid;
        }

        @Override
        public Bid bid() {
            return bid;
        }

        @Override
        public Duration beat() {
            return BEAT;
        }

        @Override
        public void touched(SentTouch touch, Optional<Snapshot> lock) {
            touches.add(touch);
        }

        @Override
        public void unanswered() {
            unanswered++;
        }
    }

    /** Each answer takes a while. */
    private final class Touches extends StubStore {
        private final List<Integer> sizes = new ArrayList<>();
        private Supplier<Touched> touched = Touches::done;

        static Touched done() {
            return new Touched(Optional.empty(), Map.of());
        }

        @Override
        public Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout) {
            sizes.add(beats.size());
            if (sizes.size() == 1) {
                ticker.advance(ANSWER);
            }
            return touched.get();
        }

        @Override
        public Reply apply(Ask ask, String stamp, Duration timeout) {
            ticker.advance(ANSWER);
            return new Reply.Answered(Optional.empty(), true);
        }
    }

    /** Remembers the daemons that it made, and lets them run or not. */
    private static final class Daemons extends StubMachine {
        private final boolean run;
        private final List<Thread> made = new ArrayList<>();

        Daemons(boolean run) {
            this.run = run;
        }

        @Override
        public Thread daemon(String name, Runnable action) {
            Thread daemon = super.daemon(name, run ? action : () -> {});
            made.add(daemon);
            return daemon;
        }
    }
}
