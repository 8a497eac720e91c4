package io.lockkeeper.console.people.security;

import org.springframework.security.authentication.AbstractAuthenticationToken;

/** A login by a provider or proxy: the user of the console, and what proved it. */
final class ExternalAuthentication extends AbstractAuthenticationToken {

    private final ConsoleUser user;
    private final transient Object proof;

    ExternalAuthentication(ConsoleUser user, Object proof, LoginDetails from) {
        super(user.getAuthorities());
        this.user = user;
        this.proof = proof;
        super.setDetails(from);
        super.setAuthenticated(true);
    }

    /** The provider's answer, or the proxy's header. */
    Object proof() {
        return proof;
    }

    @Override
    public ConsoleUser getPrincipal() {
        return user;
    }

    @Override
    public String getCredentials() {
        return "";
    }
}
