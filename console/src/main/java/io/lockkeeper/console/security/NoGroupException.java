package io.lockkeeper.console.security;

import org.springframework.security.core.AuthenticationException;

/** Somebody logged in elsewhere, and is in no group there that may enter the console. */
final class NoGroupException extends AuthenticationException {

    NoGroupException(ExternalName who) {
        super("%s is in no group that may enter this console".formatted(who.text()));
    }
}
