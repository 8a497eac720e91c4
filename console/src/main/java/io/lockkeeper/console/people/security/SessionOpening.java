package io.lockkeeper.console.people.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.session.SessionAuthenticationStrategy;
import org.springframework.stereotype.Component;

/** The steps after a login on the login page: the session is recorded, and the browser is known from now on. */
@Component
final class SessionOpening implements SessionAuthenticationStrategy {

    private static final Logger LOG = LoggerFactory.getLogger(SessionOpening.class);

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
            makeKnown(user.name(), path, request.isSecure(), response);
        }
    }

    /** Marks the browser as known; if the signing key cannot be read it stays unknown, and its user is logged in nevertheless. */
    private void makeKnown(String user, String path, boolean secure, HttpServletResponse response) {
        try {
            response.addHeader(
                    HttpHeaders.SET_COOKIE, devices.cookie(user, path, secure).toString());
        } catch (DataAccessException e) {
            LOG.debug("A browser stays unknown", e);
        }
    }
}
