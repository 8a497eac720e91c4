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
 * Lets a browser that comes back from a provider come once more. Its request was begun by the provider's page, so that it has
 * kept back the session's cookie, which is for requests of the console's own pages alone; the page that is answered here begins
 * one of those.
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
