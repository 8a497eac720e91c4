package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BoardPublisherTest {

    private static final Duration TTL = Duration.ofSeconds(30);

    private final AtomicLong nanos = new AtomicLong();
    private final ServerClock clock = new ServerClock(nanos::get);
    private final Board board = new Board();
    private final Pulse pulse = new Pulse(clock);
    private final BoardPublisher publisher = new BoardPublisher(board, pulse, clock, new ClockWatch());

    @Test
    void whileTheConsoleIsBlindNobodyIsCalledLateOrExpired() {
        board.put(held(clock.now()), clock.now());
        pulse.completeAt(clock.now());
        assertThat(state()).isEqualTo(LockState.HELD);
        nanos.addAndGet(TTL.multipliedBy(2).toNanos());
        assertThat(publisher.snapshot(LockScope.EVERYTHING).freshness().isLive())
                .isFalse();
        assertThat(state()).isEqualTo(LockState.HELD);
        pulse.completeAt(clock.now());
        assertThat(state()).isEqualTo(LockState.EXPIRED);
    }

    private LockState state() {
        BoardSnapshot snapshot = publisher.snapshot(LockScope.EVERYTHING);
        return snapshot.locks().get(0).state(snapshot.serverTime());
    }

    private static Lock held(Instant now) {
        Owner owner = new Owner("agent", "billing", "bill-1", "host", 1, "main", "");
        Holder holder = new Holder("a", 1, 5, TTL, now, now, now.plus(TTL), "s", owner, null);
        return Lock.of(new LockDocument("a", 1, 5, List.of(holder), List.of(), null, null, now));
    }
}
