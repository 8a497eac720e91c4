package io.lockkeeper.console.watch.dialect;

/** A dialect's file breaks a rule; the message names file, line and rule. */
public final class DialectException extends RuntimeException {

    DialectException(String message) {
        super(message);
    }
}
