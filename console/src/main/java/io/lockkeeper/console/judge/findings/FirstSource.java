package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.waits.Waits;
import io.lockkeeper.console.remember.history.Usuals;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The console's first collection, beside which agents keep the documents that tell of their lives. */
@Component
class FirstSource {

    private final Board board;
    private final Pulse pulse;
    private final AgentLives lives;
    private final Usuals usuals;
    private final Waits waits;
    private final ServerClock clock;

    FirstSource(Board board, Pulse pulse, AgentLives lives, Usuals usuals, Waits waits, ServerClock clock) {
        this.board = board;
        this.pulse = pulse;
        this.lives = lives;
        this.usuals = usuals;
        this.waits = waits;
        this.clock = clock;
    }

    boolean isLive() {
        return pulse.freshness().isLive();
    }

    ObservedSource observe() {
        List<LockView> locks = board.live();
        Instant now = Objects.requireNonNullElseGet(pulse.freshness().asOf(), clock::now);
        return new ObservedSource(
                LockId.FIRST,
                locks.stream().<ObservedLock>map(ObservedLock.Own::new).toList(),
                now,
                pulse.lastOutage(),
                facts(),
                WaitFindings.deadlocks(waits.deadlocks(locks, now), now));
    }

    /** Each agent is judged once a pass. */
    private ObservedSource.Facts facts() {
        Map<String, AgentLife> judged = new HashMap<>();
        Map<String, Optional<Duration>> slow = new HashMap<>();
        return new ObservedSource.Facts(
                lease -> judged.computeIfAbsent(agent(lease), unused -> lives.of(lease)),
                lease -> slow.computeIfAbsent(agent(lease), unused -> lives.slowHold(lease)),
                usuals::of,
                hold -> Optional.empty());
    }

    private static String agent(Holder lease) {
        return lease.owner().agent();
    }
}
