package io.lockkeeper.console.ground.refusal;

/** What was given can never be meant, whatever else is stored: a name, a number or a text against its rule, which the message says. */
public final class InvalidException extends RefusedException {

    public InvalidException(String message) {
        super(message);
    }
}
