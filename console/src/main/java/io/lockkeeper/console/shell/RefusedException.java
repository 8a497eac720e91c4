package io.lockkeeper.console.shell;

/** A change that is not made; the message says why, and what to do. */
public final class RefusedException extends RuntimeException {

    public RefusedException(String message) {
        super(message);
    }
}
