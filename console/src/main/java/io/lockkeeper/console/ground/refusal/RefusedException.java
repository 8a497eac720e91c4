package io.lockkeeper.console.ground.refusal;

/** A change that is not made; the message says why, and what to do. */
public sealed class RefusedException extends RuntimeException
        permits CrowdedException, InvalidException, OutdatedException, TooLongException {

    public RefusedException(String message) {
        super(message);
    }
}
