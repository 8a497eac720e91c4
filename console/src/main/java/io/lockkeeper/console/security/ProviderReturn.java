package io.lockkeeper.console.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.HtmlUtils;

/**
 * Has a browser that returns from a provider repeat its request. The first one was started by the provider's page, so that the
 * browser withheld the session's strict cookie; the repeated one is started by a page of the console.
 */
final class ProviderReturn extends OncePerRequestFilter {

    static final String PATH = "/login/oauth2/code/";
    private static final String AGAIN = "again";

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getServletPath().startsWith(PATH)
                || request.getRequestedSessionId() != null
                || request.getQueryString() == null
                || request.getParameter(AGAIN) != null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String address = "%s?%s&%s=1".formatted(request.getRequestURI(), request.getQueryString(), AGAIN);
        response.setContentType("text/html;charset=UTF-8");
        response.getOutputStream()
                .write("<meta http-equiv=\"refresh\" content=\"0;url=%s\"><title>Lockkeeper</title>"
                        .formatted(HtmlUtils.htmlEscape(address))
                        .getBytes(StandardCharsets.UTF_8));
    }
}
