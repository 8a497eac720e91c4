package io.lockkeeper.agent.calls;

import io.lockkeeper.agent.store.Reply;

/**
 * A call to the server and its outcome.
 *
 * @param stamp marks the entries that the call touched
 * @param sentAt the instant before it was handed to the driver, on the agent's monotonic clock
 */
public record ServerCall(String stamp, long sentAt, Reply reply) {

    /** The outcome of a call that failed otherwise than by the server: it may have been applied. */
    static Reply failed(Throwable failure) {
        return new Reply.Unknown(new IllegalStateException("The call failed", failure));
    }
}
