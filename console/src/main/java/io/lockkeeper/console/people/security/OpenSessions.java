package io.lockkeeper.console.people.security;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The logged-in sessions of this process, and the way to end them. A page whose session has ended learns so with its next
 * heartbeat, and redirects to the login. Thread-safe.
 */
@Component
public class OpenSessions {

    private static final Logger LOG = LoggerFactory.getLogger(OpenSessions.class);
    private static final String ATTRIBUTE = OpenSessions.class.getName();

    private final Map<Login, HttpSession> open = new ConcurrentHashMap<>();

    /** Records that a user is logged in with this session from now on, in place of any other. */
    public void opened(HttpSession session, ConsoleUser user) {
        session.setAttribute(ATTRIBUTE, new Login(user));
    }

    /** Ends the user's sessions, except those that were opened with the stamp given. */
    public void endOthers(String user, String stamp) {
        end(login -> login.user.name().equals(user) && !login.user.stamp().equals(stamp));
    }

    /**
     * Ends the sessions whose users are gone, or not what they were at the login: also where the one who changed them by hand left
     * the stamp as it was.
     *
     * @param usersOf answers the present state of those users that there are
     */
    public void endStale(Function<Set<String>, Map<String, ConsoleUser>> usersOf) {
        Set<Login> logins = Set.copyOf(open.keySet());
        if (!logins.isEmpty()) {
            Map<String, ConsoleUser> present = usersOf.apply(
                    logins.stream().map(login -> login.user.name()).collect(Collectors.toSet()));
            end(login -> logins.contains(login) && !login.user.equals(present.get(login.user.name())));
        }
    }

    /** Ends the sessions on a thread of its own: a page holds its own session's lock, and must not wait for another's while it does. */
    private void end(Predicate<Login> which) {
        open.forEach((login, session) -> {
            if (which.test(login)) {
                Thread.ofVirtual().name("session-end").start(() -> end(login, session));
            }
        });
    }

    private static void end(Login login, HttpSession session) {
        try {
            session.invalidate();
            LOG.info("Session ended: user={} because=user-changed", login.user.name());
        } catch (IllegalStateException e) {
            LOG.debug("A session had ended already", e);
        }
    }

    /** Lives and dies with its session. */
    private final class Login implements HttpSessionBindingListener {

        private final ConsoleUser user;

        Login(ConsoleUser user) {
            this.user = user;
        }

        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            open.put(this, event.getSession());
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            open.remove(this);
        }
    }
}
