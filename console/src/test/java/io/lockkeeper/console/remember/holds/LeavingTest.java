package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.remember.history.HistoryEvent;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.TakenOut;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeavingTest {

    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final LockDocument TWO_WAIT = lock(1, List.of(holder("a", 1)), "b", "c");

    @Test
    void whereNothingWasGrantedMeanwhileItLeft() {
        assertThat(certain(lock(1, List.of(holder("a", 1)), "c"), "b")).isTrue();
        assertThat(certain(lock(1, List.of()), "b")).isTrue();
    }

    @Test
    void behindOneWhoWaitsStillItCannotHaveBeenServed() {
        assertThat(certain(lock(9, List.of(holder("z", 9)), "b"), "c")).isTrue();
    }

    @Test
    void behindTheHolderOfTheLastLeaseItCannotHaveBeenServed() {
        assertThat(certain(lock(2, List.of(holder("b", 2))), "c")).isTrue();
        assertThat(certain(lock(9, List.of(holder("b", 2))), "c"))
                .as("another lease was granted since")
                .isFalse();
    }

    @Test
    void itMayHaveBeenServedWhereALeaseWasGrantedAndReleasedMeanwhile() {
        assertThat(certain(lock(2, List.of(), "c"), "b")).isFalse();
        assertThat(certain(lock(3, List.of(holder("c", 3))), "b")).isFalse();
        assertThat(certain(lock(3, List.of()), "c")).isFalse();
    }

    @Test
    void aDocumentThatIsGoneOrOlderTellsNothing() {
        assertThat(certain(lock(0, List.of()), "b")).isFalse();
    }

    @Test
    void whoWasTakenOutOrFellSilentWasNotServed() {
        LockDocument after = lock(3, List.of());
        assertThat(leaving(after, "b", true, null).isCertain()).isTrue();
        assertThat(leaving(after, "b", false, new TakenOut("b", "ann", "stuck", NOON))
                        .isCertain())
                .isTrue();
    }

    private static boolean certain(LockDocument after, String waiter) {
        return leaving(after, waiter, false, null).isCertain();
    }

    private static OwnChange.Leaving leaving(
            LockDocument after, String waiter, boolean silent, @Nullable TakenOut mark) {
        return new OwnChange.Leaving(
                TWO_WAIT, after, new HistoryEvent.Left("lock", waiter(waiter), NOON, silent, mark));
    }

    private static LockDocument lock(long token, List<Holder> holders, String... queue) {
        return new LockDocument(
                "lock",
                1,
                token,
                holders,
                Stream.of(queue).map(LeavingTest::waiter).toList(),
                null,
                null,
                NOON.plus(TTL));
    }

    private static Holder holder(String acquirer, long token) {
        return new Holder(
                acquirer, 1, token, TTL, NOON, NOON, NOON.plus(TTL), "", Locks.owner("shop", "host", 1, "t", ""), null);
    }

    private static Waiter waiter(String acquirer) {
        return new Waiter(acquirer, 1, TTL, NOON, NOON, NOON.plus(TTL), "", Locks.owner("shop", "host", 1, "t", ""), 0);
    }
}
