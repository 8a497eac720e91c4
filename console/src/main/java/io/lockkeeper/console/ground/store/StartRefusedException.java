package io.lockkeeper.console.ground.store;

/** The console's own data or its settings keep the console from starting; the message says why, and what to do. */
public final class StartRefusedException extends RuntimeException {

    public StartRefusedException(String message) {
        super(message);
    }
}
