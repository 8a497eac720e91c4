package io.lockkeeper.agent.methods;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * For how long a method waits for its lock and holds it.
 *
 * @param longestWait zero does not wait
 * @param backgroundRelease whether the method returns without waiting for the release
 * @param keep how long the agent keeps the lease after the method has returned
 * @param cohort how long the agent hands it on among its calls while others wait
 */
public record Terms(
        Optional<Duration> ttl,
        Optional<Duration> longestWait,
        Optional<Duration> longestHold,
        Optional<Duration> shortestHold,
        boolean backgroundRelease,
        Optional<Duration> keep,
        Optional<Duration> cohort) {

    /** The terms of an annotation, whose durations a framework reads by name. A skipped method does not wait by default. */
    public static Terms of(
            Function<String, Optional<Duration>> duration, WhenRefused whenRefused, boolean backgroundRelease) {
        Optional<Duration> longestWait = duration.apply("longestWait");
        return new Terms(
                duration.apply("ttl"),
                whenRefused == WhenRefused.SKIP ? longestWait.or(() -> Optional.of(Duration.ZERO)) : longestWait,
                duration.apply("longestHold"),
                duration.apply("shortestHold"),
                backgroundRelease,
                duration.apply("keep"),
                duration.apply("cohort"));
    }

    /**
     * Checks that they go together.
     *
     * @throws IllegalArgumentException if they do not; the message gives the values and the rule
     */
    public Terms {
        if (longestHold.isPresent()
                && shortestHold.isPresent()
                && shortestHold.get().compareTo(longestHold.get()) > 0) {
            throw new IllegalArgumentException(
                    "Shortest hold %s is longer than longest hold %s".formatted(shortestHold.get(), longestHold.get()));
        }
    }

    /** The request with these terms. */
    public LockRequest of(LockRequest request) {
        LockRequest lasting = ttl.map(request::withTtl).orElse(request);
        LockRequest waiting = longestWait.map(lasting::withLongestWait).orElse(lasting);
        LockRequest ending = longestHold.map(waiting::withLongestHold).orElse(waiting);
        LockRequest lingering = shortestHold.map(ending::withShortestHold).orElse(ending);
        LockRequest kept = keep.map(lingering::withKeep).orElse(lingering);
        LockRequest handedOn = cohort.map(kept::withCohort).orElse(kept);
        return backgroundRelease ? handedOn.withBackgroundRelease() : handedOn;
    }

    /** Why the agent would refuse the ttl with each call. */
    public Optional<String> refusedBy(AgentOptions agent) {
        return ttl.filter(
                        asked -> asked.compareTo(agent.shortestTtl()) < 0 || asked.compareTo(AgentOptions.MAX_TTL) > 0)
                .map(asked -> "asks for a ttl of %s; the agent grants %s (ten times its clock skew allowance) to %s"
                        .formatted(asked, agent.shortestTtl(), AgentOptions.MAX_TTL));
    }
}
