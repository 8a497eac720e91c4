package io.lockkeeper.agent;

import org.jspecify.annotations.Nullable;

/**
 * An agent cannot work with this MongoDB: it is not of a kind that can keep locks, not prepared for them, refuses the agent, or is reached
 * through a client with too few connections. A server that does not answer is a {@link ServerUnavailableException}.
 */
public final class UnsupportedServerException extends RuntimeException {

    UnsupportedServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
