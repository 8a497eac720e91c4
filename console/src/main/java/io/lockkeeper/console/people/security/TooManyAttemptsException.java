package io.lockkeeper.console.people.security;

import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** A login came within a pause; the password was not compared. */
final class TooManyAttemptsException extends AuthenticationException {

    private final long seconds;

    TooManyAttemptsException(Duration left) {
        super("Too many failed logins");
        seconds = Math.max(1, left.plusMillis(999).toSeconds());
    }

    /** How long to wait. */
    long seconds() {
        return seconds;
    }
}
