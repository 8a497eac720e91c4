package io.lockkeeper.desktop;

import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.LoginAttempted;
import io.lockkeeper.console.people.security.LoginAttempted.Outcome;
import io.lockkeeper.console.people.web.RequestBodies;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationEventPublisherAware;
import org.springframework.core.Ordered;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Admits the application's own window, by a one-time login, and refuses all other requests, for the login page and files as well. Another
 * user of the machine who knows the port gets a sentence.
 */
final class DesktopDoor extends OncePerRequestFilter implements Ordered, ApplicationEventPublisherAware {

    static final String ENTER = "/desktop/enter";
    static final String CONNECTIONS = "desktop/connections";
    private static final Logger LOG = LoggerFactory.getLogger(DesktopDoor.class);
    private static final String LET_IN = DesktopDoor.class.getName();
    private static final int FORBIDDEN = 403;

    private final OneTimeLogins logins;
    private final ConsoleUser user;
    private final SignsOfLife life;
    private final String gate;
    private @Nullable ApplicationEventPublisher events;

    DesktopDoor(OneTimeLogins logins, ConsoleUser user, SignsOfLife life, String gate) {
        this.logins = logins;
        this.user = user;
        this.life = life;
        this.gate = gate;
    }

    /** Right after the filter that limits request bodies, because this one reads a body. */
    @Override
    public int getOrder() {
        return RequestBodies.ORDER + 1;
    }

    @Override
    public void setApplicationEventPublisher(ApplicationEventPublisher publisher) {
        events = publisher;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!request.getServerName().equals("127.0.0.1")) {
            refuse(response); // a name that was made to lead here
        } else if (request.getServletPath().equals(ENTER) && request.getMethod().equals("POST")) {
            enter(request, response);
        } else if (!isLetIn(request)) {
            refuse(response);
        } else if (request.getServletPath().equals("/" + CONNECTIONS)) {
            response.sendRedirect(gate + "connections");
        } else {
            life.note();
            chain.doFilter(request, response);
        }
    }

    private void enter(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!logins.use(Objects.requireNonNullElse(request.getParameter("word"), ""))) {
            refuse(response);
            return;
        }
        HttpSession session = request.getSession();
        String unused = request.changeSessionId();
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
        session.setAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY, context);
        session.setAttribute(LET_IN, true);
        record(request.getRemoteAddr());
        // no redirect: a page of another site has sent this, and a browser would keep the cookie back
        response.setContentType("text/html;charset=UTF-8");
        write(response, "<meta http-equiv=\"refresh\" content=\"0;url=/locks\"><title>Lockkeeper</title>");
    }

    /** The window opens even if this fails: its user's changes are recorded separately, or refused. */
    private void record(String address) {
        try {
            Objects.requireNonNull(events, "set by Spring")
                    .publishEvent(new LoginAttempted(user.name(), address, "desktop", Outcome.SUCCEEDED));
        } catch (RuntimeException e) {
            LOG.warn("The login of {} could not be recorded: {}", user.name(), e.getMessage());
        }
    }

    private static boolean isLetIn(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session != null && session.getAttribute(LET_IN) != null;
    }

    private static void refuse(HttpServletResponse response) throws IOException {
        response.setStatus(FORBIDDEN);
        response.setContentType("text/plain;charset=UTF-8");
        write(
                response,
                "This console belongs to a window of Lockkeeper Console. If it is yours, close this one and start it again.");
    }

    private static void write(HttpServletResponse response, String text) throws IOException {
        response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
}
