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
}
