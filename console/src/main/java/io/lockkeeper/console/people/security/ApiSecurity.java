package io.lockkeeper.console.people.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The filter chain of API requests: authenticated only by personal token and without a session, so that no browser can be tricked into
 * sending one. Refusals are answered as problems of RFC 9457; none redirects to the login page.
 *
 * <p>See docs/maintainers/decisions/2026-11-22-an-api-by-tokens-alone.md.
 */
@Configuration
class ApiSecurity {

    @Bean
    @Order(2)
    SecurityFilterChain api(
            HttpSecurity http, TokenLogin login, ObjectProvider<SecurityContextHolderStrategy> contexts) {
        SecurityContextHolderStrategy context =
                contexts.getIfAvailable(SecurityContextHolder::getContextHolderStrategy);
        return http.securityMatcher("/api/**")
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .anyRequest()
                        .hasRole(Roles.VIEWER))
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilterBefore(
                        new TokenFilter(login, context, ApiSecurity::unauthorized), AnonymousAuthenticationFilter.class)
                .exceptionHandling(refused -> refused.authenticationEntryPoint(ApiSecurity::unauthorized)
                        .accessDeniedHandler(ApiSecurity::forbidden))
                .csrf(csrf -> csrf.disable())
                .logout(logout -> logout.disable())
                .requestCache(cache -> cache.disable())
                .headers(headers -> headers.disable())
                .build();
    }

    private static void unauthorized(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException why) throws IOException {
        switch (why) {
            case TooManyAttemptsException paused -> {
                response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(paused.seconds()));
                problem(
                        response,
                        HttpStatus.TOO_MANY_REQUESTS,
                        "Too many wrong tokens came from your address. Wait %s s.".formatted(paused.seconds()));
            }
            case InternalAuthenticationServiceException unavailable ->
                problem(
                        response,
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "MongoDB does not answer, so your token was not checked. Nothing was done; try again in a"
                                + " moment.");
            default -> {
                response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"Lockkeeper\"");
                problem(
                        response,
                        HttpStatus.UNAUTHORIZED,
                        "Send a valid personal token as \"Authorization: Bearer …\". You make one in the console,"
                                + " under your name in the menu: API tokens.");
            }
        }
    }

    private static void forbidden(HttpServletRequest request, HttpServletResponse response, AccessDeniedException why)
            throws IOException {
        problem(response, HttpStatus.FORBIDDEN, "Your token has no role that may do this.");
    }

    /** A problem (RFC 9457), as controllers answer it. */
    private static void problem(HttpServletResponse response, HttpStatus status, String detail) throws IOException {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", "about:blank");
        problem.put("title", status.getReasonPhrase());
        problem.put("status", status.value());
        problem.put("detail", detail);
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream()
                .write(JsonMapper.shared().writeValueAsString(problem).getBytes(StandardCharsets.UTF_8));
    }

    /** Takes {@code Authorization: Bearer …} and nothing else: no cookie, no password. */
    private static final class TokenFilter extends OncePerRequestFilter {

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
}
