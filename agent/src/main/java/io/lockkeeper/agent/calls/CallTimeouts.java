package io.lockkeeper.agent.calls;

import java.time.Duration;

/**
 * How long the agent waits for the server.
 *
 * @param answer how long a call that does not wait for its turn is repeated while the server does not answer
 */
public record CallTimeouts(Duration answer) {

    /** How long one command may take, at the server and on the way. */
    public Duration command() {
        return answer.dividedBy(3);
    }

    /** The time of one command, or less where less is left. */
    public Duration atMost(Duration left) {
        return left.compareTo(command()) < 0 ? left : command();
    }

    /** The time of one command, or more where that is longer: how long a call with that timeout may be under way. */
    Duration atLeast(Duration timeout) {
        return timeout.compareTo(command()) > 0 ? timeout : command();
    }
}
