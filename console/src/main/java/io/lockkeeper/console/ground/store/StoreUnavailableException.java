package io.lockkeeper.console.ground.store;

/** The console's own database does not answer, or denies what is asked of it; the message says which. */
public final class StoreUnavailableException extends RuntimeException {

    StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
