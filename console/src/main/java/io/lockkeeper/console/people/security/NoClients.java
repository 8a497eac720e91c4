package io.lockkeeper.console.people.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;

/** Stores no access tokens: the console requests nothing from a provider after the login. */
final class NoClients implements OAuth2AuthorizedClientRepository {

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
