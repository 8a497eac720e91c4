package io.lockkeeper.agent.keeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.keeping.Keeper.Rest;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.LockName;
import io.lockkeeper.test.FakeTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a kept lease ends: by its time, by a recall, or because another is kept. */
@Timeout(60)
class LeaseKeepingTest {

    private static final Duration KEEP = Duration.ofSeconds(10);

    private final FakeTicker ticker = new FakeTicker();
    private final Alarms alarms = new Alarms();
    private final AtomicReference<Runnable> atNextLook = new AtomicReference<>(() -> {});
    private final LeaseKeeping<Lease> keeping = keeping(10);
    private int acquirers;

    private LeaseKeeping<Lease> keeping(int most) {
        LeaseKeeping<Lease> one = new LeaseKeeping<>(this::now, alarms, most);
        one.opened();
        ticker.advance(Duration.ofMillis(1));
        return one;
    }

    private long now() {
        atNextLook.getAndSet(() -> {}).run();
        return ticker.getAsLong();
    }

    @Test
    void aLeaseThatNobodyElseWantsIsKeptForItsTimeAfterEachUse() {
        Keeper<Lease> keeper = kept();
        assertThat(keeper.rest(0, ticker.getAsLong())).isEqualTo(Rest.KEPT);
        pass(KEEP.dividedBy(2));
        int use = keeper.use();
        assertThat(use).isEqualTo(1);
        pass(KEEP);
        assertThat(keeper.lease().freed).as("while it is used").isFalse();

        assertThat(keeper.rest(use, ticker.getAsLong())).isEqualTo(Rest.KEPT);
        pass(KEEP.minusMillis(1));
        assertThat(keeper.lease().freed).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(keeper.lease().freed).isTrue();
        assertThat(keeper.lease().recalled).hasValue(0);
    }

    @Test
    void aRecallThatComesBeforeTheLeaseIsKnownIsRemembered() {
        Keeper<Lease> keeper = keeper();
        keeping.recalled(keeper.acquirer());
        keep(keeper);
        assertThat(keeper.lease().recalled).hasValue(1);
    }

    @Test
    void aRecallThatIsAboutToBeRememberedFindsALeaseThatIsKeptMeanwhile() {
        Keeper<Lease> keeper = keeper();
        atNextLook.set(() -> keep(keeper)); // when it notes the time of the recall
        keeping.recalled(keeper.acquirer());
        assertThat(keeper.lease().recalled).hasValueGreaterThan(0);
    }

    @Test
    void aLeaseIsKeptOnlyByACallThatWasSentWhileTheStreamWasOpenAndShowedThatNobodyWaits() {
        Keeper<Lease> before = keeper();
        keeping.keep(before, KEEP, 0, true); // sent at the instant at which the stream was opened
        Keeper<Lease> waited = keeper();
        keeping.keep(waited, KEEP, ticker.getAsLong(), false);
        Keeper<Lease> unwanted = keeper();
        keeping.keep(unwanted, Duration.ZERO, ticker.getAsLong(), true);
        alarms.run(ticker.getAsLong());
        assertThat(List.of(before, waited, unwanted))
                .allSatisfy(keeper -> assertThat(keeper.lease().recalled).hasValue(1));
    }

    @Test
    void ofMoreThanAreKeptTheOneThatHasBeenIdleLongestGoes() {
        LeaseKeeping<Lease> two = keeping(2);
        List<Keeper<Lease>> keepers = IntStream.range(0, 3)
                .mapToObj(i -> {
                    Keeper<Lease> keeper = keeper();
                    ticker.advance(Duration.ofMillis(1));
                    keeper.rest(0, ticker.getAsLong());
                    keeper.lease().free = () -> two.forget(keeper);
                    return keeper;
                })
                .toList();
        List.of(keepers.get(1), keepers.get(0), keepers.get(2))
                .forEach(keeper -> two.keep(keeper, KEEP, ticker.getAsLong(), true));
        alarms.run(ticker.getAsLong());
        assertThat(keepers).extracting(keeper -> keeper.lease().freed).containsExactly(true, false, false);
    }

    @Test
    void aNameWhoseLeaseWasRecalledBeforeItsSecondUseIsNotKeptAgainSoon() {
        Keeper<Lease> keeper = kept();
        keeping.recalled(keeper.acquirer());
        assertThat(keeping.mayKeep(keeper.lock())).isFalse();
        assertThat(keeping.mayKeep(new LockName("other"))).isTrue();
        ticker.advance(Duration.ofSeconds(10));
        assertThat(keeping.mayKeep(keeper.lock())).isTrue();
    }

    private Keeper<Lease> kept() {
        Keeper<Lease> keeper = keeper();
        keep(keeper);
        return keeper;
    }

    private void keep(Keeper<Lease> keeper) {
        keeping.keep(keeper, KEEP, ticker.getAsLong(), true);
        alarms.run(ticker.getAsLong());
    }

    private Keeper<Lease> keeper() {
        return keeping.keeper(new LockName("report"), "a." + acquirers++, 100, true, false, new Lease());
    }

    private void pass(Duration time) {
        ticker.advance(time);
        alarms.run(ticker.getAsLong());
    }

    private static final class Lease implements LeaseKeeping.Recallable {
        private final AtomicInteger recalled = new AtomicInteger();
        private boolean freed;
        private Runnable free = () -> {};

        @Override
        public void recall() {
            recalled.incrementAndGet();
        }

        @Override
        public void free() {
            freed = true;
            free.run();
        }
    }

    /** Alarms that run when a test says so. */
    private final class Alarms implements Timer {
        private final List<Due> all = new ArrayList<>();

        private record Due(long at, Runnable action, AtomicBoolean cancelled) {}

        @Override
        public Alarm after(Duration delay, Runnable action) {
            Due due = new Due(ticker.getAsLong() + delay.toNanos(), action, new AtomicBoolean());
            all.add(due);
            return () -> due.cancelled.set(true);
        }

        void run(long now) {
            List<Due> due = all.stream().filter(each -> each.at - now <= 0).toList();
            all.removeAll(due);
            due.stream().filter(each -> !each.cancelled.get()).forEach(each -> each.action.run());
        }

        @Override
        public void stop(Duration within) {}
    }
}
