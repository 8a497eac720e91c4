package io.lockkeeper.console.ground.refusal;

/** The console cannot start with its settings, its own data or this MongoDB; the message says why, and what to do. */
public final class StartRefusedException extends RuntimeException {

    public StartRefusedException(String message) {
        super(message);
    }
}
