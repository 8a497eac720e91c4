package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLife;
import io.lockkeeper.console.history.Usual;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is known of a source's locks besides their documents. What a source does not tell is unknown, and the rules that need it find
 * nothing.
 *
 * @param life whether the agent of a lease lives
 * @param slowHold how long a hold takes that the service of a lease calls slow
 * @param usual what is usual for a lock
 * @param leftBehind the evidence that an agent died and left a hold that does not end by itself
 */
record SourceFacts(
        Function<Holder, AgentLife> life,
        Function<Holder, Optional<Duration>> slowHold,
        Function<String, Usual> usual,
        Function<Hold, Optional<String>> leftBehind) {

    static final SourceFacts UNKNOWN = new SourceFacts(
            lease -> new AgentLife.Unknown(),
            lease -> Optional.empty(),
            lock -> Usual.NOTHING_KNOWN,
            hold -> Optional.empty());
}
