package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.LeaseState.Phase;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.FakeTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LeaseStateTest {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration ALLOWANCE = Duration.ofMillis(500);
    private static final Instant SERVER = Instant.parse("2030-01-01T00:00:00Z");

    private final FakeTicker ticker = new FakeTicker();
    private final LeaseState state = new LeaseState(ticker, touchedNow());

    @Test
    void theDeadlineCountsFromTheInstantBeforeTheCallWhateverTheServersClockSays() {
        assertThat(state.remaining()).isEqualTo(TTL.minus(ALLOWANCE));
    }

    @Test
    void itIsHeldUntilItsDeadlineAndNotAtIt() {
        ticker.advance(TTL.minus(ALLOWANCE).minusNanos(1));
        assertThat(state.isHeld()).isTrue();
        ticker.advance(Duration.ofNanos(1));
        assertThat(state.isHeld()).isFalse();
        assertThat(state.remaining()).isZero();
    }

    @Test
    void anAcknowledgedTouchMovesTheDeadline() {
        ticker.advance(Duration.ofSeconds(10));
        assertThat(state.extend(touchedNow())).isTrue();
        assertThat(state.remaining()).isEqualTo(TTL.minus(ALLOWANCE));
    }

    @Test
    void aRenewalLeavesRoomForTheDifferenceOfClocksAsTheGrantDoes() {
        ticker.advance(Duration.ofSeconds(10));
        Owner owner = new Owner("a", "billing", "billing-1", "host", 1, "main", "");
        Instant later = SERVER.plusSeconds(10);
        Holder renewed =
                new Holder("a.1", 1, 5, TTL, SERVER, later, later.plus(TTL), "a:2", owner, null, null, null, null);
        assertThat(state.extend(ticker.getAsLong(), ALLOWANCE, renewed)).isTrue();
        assertThat(state.remaining()).isEqualTo(TTL.minus(ALLOWANCE));
    }

    @Test
    void theDeadlineNeverGoesBack() {
        long earlier = touchedNow();
        ticker.advance(Duration.ofSeconds(10));
        state.extend(touchedNow());
        assertThat(state.extend(earlier)).isTrue();
        assertThat(state.remaining()).isEqualTo(TTL.minus(ALLOWANCE));
    }

    @Test
    void anAnswerThatComesAfterTheDeadlineRevivesNothing() {
        ticker.advance(Duration.ofSeconds(20));
        long touched = touchedNow();
        ticker.advance(Duration.ofSeconds(20));
        assertThat(state.extend(touched)).isFalse();
        assertThat(state.isHeld()).isFalse();
    }

    @Test
    void aTouchWhoseThreadStallsUntilSomebodySawTheDeadlinePassRevivesNothing() {
        AtomicReference<Runnable> stall = new AtomicReference<>(() -> {});
        LeaseState stalled = new LeaseState(
                () -> {
                    long now = ticker.getAsLong();
                    stall.getAndSet(() -> {}).run();
                    return now;
                },
                touchedNow());
        stall.set(() -> {
            ticker.advance(TTL);
            assertThat(stalled.isHeld()).isFalse();
        });

        assertThat(stalled.extend(touchedNow() + TTL.toNanos())).isFalse();
        assertThat(stalled.isHeld()).isFalse();
        assertThat(stalled.lose(new LeaseLoss.Expired())).isTrue();
    }

    @Test
    void whatEndsItFirstIsFinal() {
        assertThat(state.lose(new LeaseLoss.AgentClosed())).isTrue();
        assertThat(state.lose(new LeaseLoss.Expired())).isFalse();
        assertThat(state.startRelease()).isFalse();
        assertThat(state.extend(touchedNow())).isFalse();
        assertThat(state.loss()).contains(new LeaseLoss.AgentClosed());
    }

    @Test
    void aReleaseThatHasBegunIsNotTurnedIntoALossByTheTimer() {
        assertThat(state.startRelease()).isTrue();
        assertThat(state.isHeld()).isFalse();
        assertThat(state.lose(new LeaseLoss.Expired())).isFalse();
        state.endRelease(new Phase.Released(true));
        assertThat(state.phase()).isEqualTo(new Phase.Released(true));
        assertThat(state.loss()).isEmpty();
    }

    @Test
    void aReleaseAfterTheDeadlineDoesNotBegin() {
        ticker.advance(TTL);
        assertThat(state.startRelease()).isFalse();
    }

    private long touchedNow() {
        return LeaseState.deadline(ticker.getAsLong(), SERVER, SERVER.plus(TTL), ALLOWANCE);
    }
}
