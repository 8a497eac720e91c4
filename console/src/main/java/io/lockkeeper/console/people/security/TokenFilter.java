package io.lockkeeper.console.people.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.web.filter.OncePerRequestFilter;

/** Takes {@code Authorization: Bearer …} and nothing else: no cookie, no password. */
final class TokenFilter extends OncePerRequestFilter {

    private static final String SCHEME = "Bearer ";

    private final TokenLogin login;
    private final SecurityContextHolderStrategy contexts;
    private final AuthenticationEntryPoint refused;

    TokenFilter(TokenLogin login, SecurityContextHolderStrategy contexts, AuthenticationEntryPoint refused) {
        this.login = login;
        this.contexts = contexts;
        this.refused = refused;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            try {
                SecurityContext context = contexts.createEmptyContext();
                context.setAuthentication(
                        login.logIn(header.substring(SCHEME.length()).strip(), request.getRemoteAddr()));
                contexts.setContext(context);
            } catch (AuthenticationException e) {
                refused.commence(request, response, e);
                return;
            }
        }
        chain.doFilter(request, response);
    }
}
