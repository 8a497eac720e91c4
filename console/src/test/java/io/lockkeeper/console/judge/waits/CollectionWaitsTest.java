package io.lockkeeper.console.judge.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.scope.TypedScope;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectionWaitsTest {

    private final CollectionWaits waits = new CollectionWaits();
    private final List<Lock> circle = new Situation()
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
        List<Lock> others = new Situation()
                .holds("z/1", "unwanted")
                .holds("a/1", "x")
                .waits("b/1", "x")
                .holds("b/1", "y")
                .waits("a/1", "y")
                .locks();
        assertThat(at(24_000, others)).isEmpty();
    }

    @Test
    void locksOutsideAScopeAreCountedWithoutTheirNames() {
        WaitPicture seen = within("x");
        assertThat(seen.unnamed()).isEqualTo(1);
        assertThat(seen.deadlocks())
                .singleElement()
                .satisfies(deadlock -> assertThat(deadlock.sentence() + deadlock.remedy(Situation.NOW))
                        .contains("waits for x,", "outside your scope, 1")
                        .doesNotContain("for y,", "from y,"));
        assertThat(within("y").deadlocks()).hasSize(1);
    }

    @Test
    void whatHasNothingToDoWithALockWithinAScopeIsLeftOut() {
        WaitPicture seen = within("z");
        assertThat(seen.roots()).isEmpty();
        assertThat(seen.deadlocks()).isEmpty();
        assertThat(seen.waiting() + seen.unnamed()).isZero();
    }

    private WaitPicture within(String prefix) {
        return new ScopeMask(TypedScope.of(prefix, "")).picture(circle, WaitPicture.of(circle, Situation.NOW));
    }

    private List<Deadlock> at(long millis, List<Lock> locks) {
        return waits.of(() -> locks, Situation.NOW.plus(Duration.ofMillis(millis)))
                .deadlocks();
    }
}
