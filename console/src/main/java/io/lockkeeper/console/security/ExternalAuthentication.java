package io.lockkeeper.console.security;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;

/** That somebody logged in by an identity provider: a user of the console as any other, and the login there, which can be ended. */
final class ProviderAuthentication extends AbstractAuthenticationToken {

    private final ConsoleUser user;
    private final OAuth2AuthenticationToken there;

    ProviderAuthentication(ConsoleUser user, OAuth2AuthenticationToken there, LoginDetails from) {
        super(user.getAuthorities());
        this.user = user;
        this.there = there;
        super.setDetails(from);
        super.setAuthenticated(true);
    }

    OAuth2AuthenticationToken there() {
        return there;
    }

    @Override
    public ConsoleUser getPrincipal() {
        return user;
    }

    @Override
    public String getCredentials() {
        return "";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProviderAuthentication login && user.equals(login.user) && super.equals(other);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), user);
    }
}
