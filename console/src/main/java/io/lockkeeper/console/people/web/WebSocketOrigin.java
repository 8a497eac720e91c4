package io.lockkeeper.console.people.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses a WebSocket to pages of other origins: a browser opens one to anybody, and sends its cookies along. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class WebSocketOrigin extends OncePerRequestFilter {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String upgrade = Objects.requireNonNullElse(request.getHeader("Upgrade"), "");
        return !upgrade.toLowerCase(Locale.ROOT).contains("websocket");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isOwn(request)) {
            chain.doFilter(request, response);
        } else {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        }
    }

    private static boolean isOwn(HttpServletRequest request) {
        String origin = Objects.requireNonNullElse(request.getHeader("Origin"), "");
        try {
            URI from = new URI(origin);
            return request.getScheme().equalsIgnoreCase(from.getScheme())
                    && request.getServerName().equalsIgnoreCase(from.getHost())
                    && request.getServerPort() == port(from);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static int port(URI origin) {
        if (origin.getPort() >= 0) {
            return origin.getPort();
        }
        return "https".equalsIgnoreCase(origin.getScheme()) ? HTTPS_PORT : HTTP_PORT;
    }
}
