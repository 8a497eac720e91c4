package io.lockkeeper.console.people.security;

import com.vaadin.flow.server.VaadinServletRequest;
import com.vaadin.flow.server.VaadinSession;
import com.vaadin.flow.server.WrappedHttpSession;
import jakarta.servlet.http.HttpSession;
import java.util.Objects;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.stereotype.Component;

/** Continues a page's session under a new id for a user who has changed, and ends the user's others. */
@Component
public class SessionRenewal {

    private final OpenSessions sessions;

    SessionRenewal(OpenSessions sessions) {
        this.sessions = sessions;
    }

    /** Gives the session a new id, so that a stolen one is of no more use; called where the page's request is at hand. */
    public void changeId() {
        String unused = Objects.requireNonNull(VaadinServletRequest.getCurrent(), "called by a page's request")
                .getHttpServletRequest()
                .changeSessionId();
    }

    /** Goes on as the user is now; called holding the page's lock. */
    public void continueAs(ConsoleUser user, Authentication before) {
        HttpSession session = ((WrappedHttpSession) VaadinSession.getCurrent().getSession()).getHttpSession();
        UsernamePasswordAuthenticationToken now =
                UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities());
        now.setDetails(before.getDetails());
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(now);
        session.setAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY, context);
        sessions.opened(session, user);
        sessions.endOthers(user.name(), user.stamp());
    }
}
