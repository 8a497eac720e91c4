package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Input of passes over Lockkeeper's own locks, without threads and grants. */
final class Passes {

    static final Duration PATIENCE = Duration.ofMinutes(5);

    private Passes() {}

    static ObservedSource source(List<Lock> locks, Instant now, Outage outage, ObservedSource.Facts facts) {
        return source(locks, now, outage, facts, List.of());
    }

    static ObservedSource source(
            List<Lock> locks, Instant now, Outage outage, ObservedSource.Facts facts, List<Detected> known) {
        List<ObservedLock> observed = locks.stream()
                .map(lock -> new ObservedLock(lock, new LockkeeperDialect()))
                .toList();
        return new ObservedSource(LockId.FIRST, observed, now, outage, facts, known);
    }

    static ObservedSource.Facts facts(
            Function<Holder, AgentLife> life,
            Function<Holder, Optional<Duration>> slowHold,
            Function<String, Usual> usual) {
        return new ObservedSource.Facts(life, slowHold, usual, hold -> Optional.empty());
    }

    static PassInput sight(ObservedSource source, Function<Lock, Instant> waitsFrom) {
        return new PassInput(source, PATIENCE, holder -> Optional.empty(), lock -> 0.0, waitsFrom);
    }
}
