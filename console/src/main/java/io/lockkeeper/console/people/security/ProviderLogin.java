package io.lockkeeper.console.people.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2LoginAuthenticationFilter;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Finds the user of the console for a provider's answer, after Spring has verified it (state, code, signature, issuer, audience,
 * times, nonce).
 */
final class ProviderLogin extends OAuth2LoginAuthenticationFilter {

    private final ExternalLogin logins;
    private final String groupsClaim;

    ProviderLogin(Providers providers, ExternalLogin logins, String groupsClaim) {
        super(providers, new NoClients(), DEFAULT_FILTER_PROCESSES_URI);
        this.logins = logins;
        this.groupsClaim = groupsClaim;
    }

    @Override
    public Authentication attemptAuthentication(HttpServletRequest request, HttpServletResponse response) {
        if (super.attemptAuthentication(request, response) instanceof OAuth2AuthenticationToken there
                && there.getPrincipal() instanceof OidcUser user) {
            LoginDetails from = LoginDetails.ofProvider(request);
            return new ExternalAuthentication(logins.enter(name(user), groups(user), from), there, from);
        }
        throw new BadCredentialsException("The provider's answer has no id token");
    }

    private static ExternalName name(OidcUser user) {
        String issuer = String.valueOf(user.getIdToken().getClaimAsString("iss"));
        return ExternalName.of(user.getName(), issuer)
                .orElseThrow(() -> new BadCredentialsException(
                        "The provider's name for the user has to be 1 to 100 letters, digits or . _ @ + | : / -"));
    }

    private Set<String> groups(OidcUser user) {
        return switch (claim(user.getClaims(), groupsClaim)) {
            case Collection<?> many -> many.stream().map(String::valueOf).collect(Collectors.toSet());
            case String one -> Set.of(one);
            case null, default -> Set.of();
        };
    }

    /** The claim of that name, which may have dots as an address has, or what lies at that path. */
    private static @Nullable Object claim(Map<?, ?> claims, String path) {
        Object whole = claims.get(path);
        int dot = path.indexOf('.');
        if (whole != null || dot < 0) {
            return whole;
        }
        return claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner
                ? claim(inner, path.substring(dot + 1))
                : null;
    }

    /** Stores no access tokens: the console requests nothing from a provider after the login. */
    private static final class NoClients implements OAuth2AuthorizedClientRepository {

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // as Spring declares it
        public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(
                String provider, Authentication user, HttpServletRequest request) {
            return null;
        }

        @Override
        public void saveAuthorizedClient(
                OAuth2AuthorizedClient client,
                Authentication user,
                HttpServletRequest request,
                HttpServletResponse response) {
            // not kept
        }

        @Override
        public void removeAuthorizedClient(
                String provider, Authentication user, HttpServletRequest request, HttpServletResponse response) {
            // not kept
        }
    }
}
