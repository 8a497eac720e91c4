package io.lockkeeper.console.people.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what a page of another site sends, other than a link, before it opens a session. A browser withholds the session's cookie from
 * such a request, so a new session would begin, and its cookie would replace that of a logged-in user.
 *
 * <p>See docs/maintainers/decisions/2026-11-24-links-from-elsewhere.md.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class CrossSitePosts extends OncePerRequestFilter {

    private static final Set<String> LINKS = Set.of("GET", "HEAD");

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return LINKS.contains(request.getMethod()) || !"cross-site".equals(request.getHeader("Sec-Fetch-Site"));
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType("text/plain;charset=UTF-8");
        response.getOutputStream()
                .write("A page of another site sent this, so nothing was done. Open the console by its address."
                        .getBytes(StandardCharsets.UTF_8));
    }
}
