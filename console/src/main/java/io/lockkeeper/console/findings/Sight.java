package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLife;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.Outage;
import io.lockkeeper.console.history.Usual;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The input of a pass.
 *
 * @param locks all that are not free
 * @param now the server's time for which the board is complete
 * @param life whether a holder's agent lives
 * @param slowHold how long a hold takes that the holder's service calls slow, if it says so
 * @param usual what is usual for a lock
 * @param standing since when a holder's thread has stood at the same place; empty unless two samples show it there
 * @param grantsPerSecond how often a lock was granted in the last minute
 * @param waitsFrom from when the first wait for a lock counts
 * @param patience how long a wait may take
 * @param outage the last time in which nothing was known of the locks
 */
record Sight(
        List<LockView> locks,
        Instant now,
        Function<Holder, AgentLife> life,
        Function<Holder, Optional<Duration>> slowHold,
        Function<String, Usual> usual,
        Function<Holder, Optional<Instant>> standing,
        Function<String, Double> grantsPerSecond,
        Function<LockView, Instant> waitsFrom,
        Duration patience,
        Outage outage) {}
