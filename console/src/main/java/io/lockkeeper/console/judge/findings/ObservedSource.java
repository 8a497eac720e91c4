package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A source at one moment, as a pass judges it.
 *
 * @param id empty for the console's first collection
 * @param locks all that are not free, the longest held first where there may be very many
 * @param now the server's time for which these are complete
 * @param outage the last time in which nothing was known of them
 * @param facts what is known of them besides their documents
 * @param found what is wrong with several of them together, or with their clients
 */
record ObservedSource(
        String id, List<ObservedLock> locks, Instant now, Outage outage, Facts facts, List<Detected> found) {

    /** The acquirers of all that wait for each other: each deadlock's finding names its own. */
    Set<String> deadlocked() {
        return found.stream()
                .filter(it -> it.kind() == Kind.DEADLOCK)
                .flatMap(it -> Stream.of(it.subject().split(" ")))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * What is known of a source besides its locks.
     *
     * @param life whether the agent of a lease lives
     * @param slowHold how long a hold takes that the service of a lease calls slow
     * @param usual what is usual for a lock
     * @param leftBehind the evidence that an agent died and left a hold that does not end by itself
     */
    record Facts(
            Function<Holder, AgentLife> life,
            Function<Holder, Optional<Duration>> slowHold,
            Function<String, Usual> usual,
            Function<ObservedHold, Optional<String>> leftBehind) {

        static final Facts UNKNOWN = new Facts(
                lease -> new AgentLife.Unknown(),
                lease -> Optional.empty(),
                lock -> Usual.NOTHING_KNOWN,
                hold -> Optional.empty());
    }
}
