package io.lockkeeper.console.people.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.web.authentication.session.SessionAuthenticationStrategy;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes a trusted proxy's word for who a user is: {@code web.TrustedProxies} lets only its headers through. A session begins with the first
 * page that is requested, and ends with the first request for which the proxy says anything else.
 */
final class ProxyLogin extends OncePerRequestFilter {

    private static final String ISSUER = "proxy";

    private final String header;
    private final String groupsHeader;
    private final ExternalLogin logins;
    private final SecurityContextHolderStrategy contexts;
    private final SecurityContextRepository repository;
    private final SessionAuthenticationStrategy sessions;

    ProxyLogin(
            ProxyHeaders headers,
            ExternalLogin logins,
            SecurityContextHolderStrategy contexts,
            SecurityContextRepository repository,
            SessionAuthenticationStrategy sessions) {
        this.header = headers.user();
        this.groupsHeader = headers.groups();
        this.logins = logins;
        this.contexts = contexts;
        this.repository = repository;
        this.sessions = sessions;
    }

    /** The proxy's statement about a user. */
    private record Said(String name, Set<String> groups) {}

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Said> said = said(request);
        Authentication present = contexts.getContext().getAuthentication();
        boolean isSame = present instanceof ExternalAuthentication login && said.equals(Optional.of(login.proof()));
        if (!isSame && (said.isPresent() || isByProxy(present))) {
            leave(request);
            if (said.isPresent() && asksForPage(request)) {
                try {
                    enter(said.get(), request, response);
                } catch (AuthenticationException e) {
                    ExternalAnswers.page(request, response, e);
                    return;
                }
            }
        }
        chain.doFilter(request, response);
    }

    private static boolean isByProxy(@Nullable Authentication present) {
        return present instanceof ExternalAuthentication login && login.proof() instanceof Said;
    }

    /** Whether a page is requested: refusals are not answered for each file and beat, and the login page gives the reason. */
    private static boolean asksForPage(HttpServletRequest request) {
        String accepts = request.getHeader(HttpHeaders.ACCEPT);
        return request.getMethod().equals("GET")
                && !request.getServletPath().equals("/login")
                && accepts != null
                && accepts.contains(MediaType.TEXT_HTML_VALUE);
    }

    private void enter(Said said, HttpServletRequest request, HttpServletResponse response) {
        ExternalName who = ExternalName.of(said.name(), ISSUER)
                .orElseThrow(() -> new BadCredentialsException(
                        "The proxy's name for the user has to be 1 to 100 letters, digits or . _ @ + | : / -"));
        LoginDetails from = LoginDetails.ofProxy(request);
        Authentication user = new ExternalAuthentication(logins.enter(who, said.groups(), from), said, from);
        sessions.onAuthentication(user, request, response);
        SecurityContext context = contexts.createEmptyContext();
        context.setAuthentication(user);
        contexts.setContext(context);
        repository.saveContext(context, request, response);
    }

    private void leave(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session != null && contexts.getContext().getAuthentication() != null) {
            session.invalidate();
        }
        contexts.clearContext();
    }

    private Optional<Said> said(HttpServletRequest request) {
        List<String> names = values(request, header);
        return names.size() == 1 && !names.getFirst().isBlank()
                ? Optional.of(new Said(names.getFirst(), groups(request)))
                : Optional.empty();
    }

    private Set<String> groups(HttpServletRequest request) {
        return values(request, groupsHeader).stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(String::strip)
                .filter(group -> !group.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The header's values as UTF-8, which proxies send, and the server does not expect. */
    private static List<String> values(HttpServletRequest request, String name) {
        return name.isEmpty()
                ? List.of()
                : Collections.list(request.getHeaders(name)).stream()
                        .map(value -> new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                        .toList();
    }
}
