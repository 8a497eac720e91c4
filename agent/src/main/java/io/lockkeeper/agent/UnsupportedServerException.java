package io.lockkeeper.agent;

import org.jspecify.annotations.Nullable;

/** An agent cannot work with this MongoDB: it is not there, not of a kind that can keep locks, or not prepared for them. */
public final class UnsupportedServerException extends RuntimeException {

    UnsupportedServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
