package io.lockkeeper.console.people.security;

import org.springframework.security.core.AuthenticationException;

/** The user is authenticated, but no rule names any of the user's groups. */
final class NoGroupException extends AuthenticationException {

    NoGroupException(ExternalName who) {
        super("%s is in no group that may enter this console".formatted(who.text()));
    }
}
