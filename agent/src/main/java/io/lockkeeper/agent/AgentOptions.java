package io.lockkeeper.agent;

import java.time.Duration;

/**
 * How an agent behaves. Immutable; each {@code with…} method returns a changed copy.
 *
 * @param service the service that embeds the agent, as operators know it; at most 128 bytes of UTF-8
 * @param instance this instance of the service, at most 128 bytes; the host's name unless given
 * @param ttl how long a lease lasts without a renewal, unless its request says otherwise; renewed at a third of it
 * @param clockSkewAllowance bounds, added together, the difference of the clocks of any two members that can be primary and
 *     the drift over a ttl; leases end that much earlier for their holders than for the server
 * @param answerTimeout how long a call that does not wait for its turn keeps asking while the server does not answer; one
 *     command takes at most a third of it
 * @param indexes what to do about the collection's indexes
 * @param listener told of every lease of the agent that is lost or renewed late
 */
public record AgentOptions(
        String service,
        String instance,
        Duration ttl,
        Duration clockSkewAllowance,
        Duration answerTimeout,
        IndexMode indexes,
        LeaseListener listener) {

    public static final Duration DEFAULT_TTL = Duration.ofSeconds(30);
    public static final Duration DEFAULT_CLOCK_SKEW_ALLOWANCE = Duration.ofMillis(500);
    public static final Duration DEFAULT_ANSWER_TIMEOUT = Duration.ofSeconds(15);
    public static final Duration MAX_TTL = Duration.ofHours(24);

    private static final Duration MIN_ANSWER_TIMEOUT = Duration.ofMillis(300);
    private static final Duration MAX_ANSWER_TIMEOUT = Duration.ofMinutes(10);

    /**
     * Checks that the durations go together.
     *
     * @throws IllegalArgumentException if one is out of its bounds; the message gives value and bound
     */
    public AgentOptions {
        if (service.isBlank()) {
            throw new IllegalArgumentException("Service is blank; operators find a lock's holder by it");
        }
        if (clockSkewAllowance.isNegative() || clockSkewAllowance.compareTo(MAX_TTL.dividedBy(10)) > 0) {
            throw new IllegalArgumentException("Clock skew allowance %s is out of bounds: zero to a tenth of %s"
                    .formatted(clockSkewAllowance, MAX_TTL));
        }
        requireTtl(ttl, clockSkewAllowance);
        if (answerTimeout.compareTo(MIN_ANSWER_TIMEOUT) < 0 || answerTimeout.compareTo(MAX_ANSWER_TIMEOUT) > 0) {
            throw new IllegalArgumentException("Answer timeout %s is out of bounds: %s to %s"
                    .formatted(answerTimeout, MIN_ANSWER_TIMEOUT, MAX_ANSWER_TIMEOUT));
        }
    }

    /** The defaults, for a service of that name. */
    public static AgentOptions forService(String service) {
        return new AgentOptions(
                service,
                ThisProcess.host(),
                DEFAULT_TTL,
                DEFAULT_CLOCK_SKEW_ALLOWANCE,
                DEFAULT_ANSWER_TIMEOUT,
                IndexMode.CREATE,
                (lease, loss) -> {});
    }

    public AgentOptions withInstance(String instance) {
        return new AgentOptions(service, instance, ttl, clockSkewAllowance, answerTimeout, indexes, listener);
    }

    public AgentOptions withTtl(Duration ttl) {
        return new AgentOptions(service, instance, ttl, clockSkewAllowance, answerTimeout, indexes, listener);
    }

    public AgentOptions withClockSkewAllowance(Duration clockSkewAllowance) {
        return new AgentOptions(service, instance, ttl, clockSkewAllowance, answerTimeout, indexes, listener);
    }

    public AgentOptions withAnswerTimeout(Duration answerTimeout) {
        return new AgentOptions(service, instance, ttl, clockSkewAllowance, answerTimeout, indexes, listener);
    }

    public AgentOptions withIndexes(IndexMode indexes) {
        return new AgentOptions(service, instance, ttl, clockSkewAllowance, answerTimeout, indexes, listener);
    }

    public AgentOptions withListener(LeaseListener listener) {
        return new AgentOptions(service, instance, ttl, clockSkewAllowance, answerTimeout, indexes, listener);
    }

    /** How long one command may take, at the server and on the way. */
    Duration commandTimeout() {
        return answerTimeout.dividedBy(3);
    }

    static Duration requireTtl(Duration ttl, Duration clockSkewAllowance) {
        Duration min = clockSkewAllowance.multipliedBy(10).compareTo(Duration.ofMillis(100)) < 0
                ? Duration.ofMillis(100)
                : clockSkewAllowance.multipliedBy(10);
        if (ttl.compareTo(min) < 0 || ttl.compareTo(MAX_TTL) > 0) {
            throw new IllegalArgumentException("Ttl %s is out of bounds: %s (ten times the clock skew allowance) to %s"
                    .formatted(ttl, min, MAX_TTL));
        }
        return ttl;
    }
}
