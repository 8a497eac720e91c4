package io.lockkeeper.console.people.security;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.spring.security.UidlRedirectStrategy;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.web.authentication.logout.LogoutSuccessHandler;
import org.springframework.stereotype.Component;

/** Redirects to the login page after a logout: by way of the provider, if the user came by one that can end a login. */
@Component
final class ProviderLogout implements LogoutSuccessHandler {

    private final OidcClientInitiatedLogoutSuccessHandler there;

    ProviderLogout(Providers providers) {
        there = new OidcClientInitiatedLogoutSuccessHandler(providers);
        there.setRedirectStrategy(new WithinPath());
        there.setPostLogoutRedirectUri("{baseUrl}/login");
        there.setDefaultTargetUrl("/login"); // on any other page a proxy would log its user in again
    }

    @Override
    public void onLogoutSuccess(HttpServletRequest request, HttpServletResponse response, @Nullable Authentication user)
            throws IOException, ServletException {
        Authentication proved = user instanceof ExternalAuthentication login
                        && login.proof() instanceof OAuth2AuthenticationToken answered
                ? answered
                : user;
        there.onLogoutSuccess(request, response, proved);
    }

    /** Adds the console's path, which Vaadin's own strategy does not. */
    private static final class WithinPath extends UidlRedirectStrategy {

        @Override
        public void sendRedirect(HttpServletRequest request, HttpServletResponse response, String url)
                throws IOException {
            boolean ofPage = UI.getCurrent() != null;
            super.sendRedirect(request, response, ofPage ? calculateRedirectUrl(request.getContextPath(), url) : url);
        }
    }
}
