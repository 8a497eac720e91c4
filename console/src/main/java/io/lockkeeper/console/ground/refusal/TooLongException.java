package io.lockkeeper.console.ground.refusal;

/** A read was ended because it took too long, or its asker is gone; the message says so, and what to ask for instead. */
public final class TooLongException extends RefusedException {

    public TooLongException(String message) {
        super(message);
    }
}
