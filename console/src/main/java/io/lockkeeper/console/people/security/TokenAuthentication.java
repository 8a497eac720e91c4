package io.lockkeeper.console.people.security;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/** The authentication of a request by a personal token. The token itself is not kept. */
public final class TokenAuthentication extends AbstractAuthenticationToken {

    private final transient TokenUser user;

    TokenAuthentication(TokenUser user, String address) {
        super(user.user().getAuthorities());
        this.user = user;
        super.setDetails(new LoginDetails(address, Client.Entry.TOKEN, List.of()));
        super.setAuthenticated(true);
    }

    public TokenUser user() {
        return user;
    }

    @Override
    public ConsoleUser getPrincipal() {
        return user.user();
    }

    @Override
    public String getCredentials() {
        return "";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TokenAuthentication token && user.equals(token.user) && super.equals(other);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), user);
    }
}
