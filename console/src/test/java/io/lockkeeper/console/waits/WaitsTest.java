package io.lockkeeper.console.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.board.LockView;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitsTest {

    private final Waits waits = new Waits();
    private final List<LockView> circle = new Situation()
            .holds("a/1", "x")
            .waits("b/1", "x")
            .holds("b/1", "y")
            .waits("a/1", "y")
            .locks();

    @Test
    void aCircleIsADeadlockOnceItIsSeenASecondTime() {
        assertThat(at(0, circle)).isEmpty();
        assertThat(at(500, circle)).isEmpty();
        assertThat(at(10_000, circle)).hasSize(1);
        assertThat(at(20_000, circle)).hasSize(1);
    }

    @Test
    void oneThatWasGoneInBetweenOrIsOfOtherRequestsIsAnother() {
        assertThat(at(0, circle)).isEmpty();
        assertThat(at(8_000, List.of())).isEmpty();
        assertThat(at(16_000, circle)).isEmpty();
        List<LockView> others = new Situation()
                .holds("z/1", "unwanted")
                .holds("a/1", "x")
                .waits("b/1", "x")
                .holds("b/1", "y")
                .waits("a/1", "y")
                .locks();
        assertThat(at(24_000, others)).isEmpty();
    }

    private List<Deadlock> at(long millis, List<LockView> locks) {
        return waits.deadlocks(locks, Situation.NOW.plus(Duration.ofMillis(millis)));
    }
}
