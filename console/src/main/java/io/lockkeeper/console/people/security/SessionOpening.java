package io.lockkeeper.console.people.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.session.SessionAuthenticationStrategy;
import org.springframework.stereotype.Component;

/** What happens when somebody has logged in on the login page: the session is noted, and the browser is known from now on. */
@Component
final class SessionOpening implements SessionAuthenticationStrategy {

    private final OpenSessions sessions;
    private final KnownDevices devices;

    SessionOpening(OpenSessions sessions, KnownDevices devices) {
        this.sessions = sessions;
        this.devices = devices;
    }

    @Override
    public void onAuthentication(
            Authentication authentication, HttpServletRequest request, HttpServletResponse response) {
        if (authentication.getPrincipal() instanceof ConsoleUser user) {
            sessions.opened(request.getSession(), user);
        }
        if (authentication.getPrincipal() instanceof ConsoleUser user && user.isLocal()) {
            String path = request.getContextPath().isEmpty() ? "/" : request.getContextPath();
            response.addHeader(
                    HttpHeaders.SET_COOKIE,
                    devices.cookie(user.name(), path, request.isSecure()).toString());
        }
    }
}
