package io.lockkeeper.console.users;

/** A change of a user that is not made; the message says why, and what to do. */
final class RefusedException extends RuntimeException {

    RefusedException(String message) {
        super(message);
    }
}
