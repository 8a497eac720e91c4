package io.lockkeeper.console.people.security;

import org.springframework.security.core.AuthenticationException;

/** An identity provider does not answer, or not with the metadata that the console needs. */
final class ProviderUnreachableException extends AuthenticationException {

    ProviderUnreachableException(String provider, Throwable cause) {
        super("The identity provider %s does not answer".formatted(provider), cause);
    }
}
