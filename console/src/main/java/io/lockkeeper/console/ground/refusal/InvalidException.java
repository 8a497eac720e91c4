package io.lockkeeper.console.ground.refusal;

/** Reports an input that is never valid: a name, a number or a text against its rule, which the message says. */
public final class InvalidException extends RefusedException {

    public InvalidException(String message) {
        super(message);
    }
}
