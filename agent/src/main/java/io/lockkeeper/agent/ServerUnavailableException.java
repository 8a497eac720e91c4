package io.lockkeeper.agent;

/** No MongoDB primary answered in time, so an agent could not find out whether the server is fit for locks. A later try may succeed. */
public final class ServerUnavailableException extends RuntimeException {

    ServerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
