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

    /** Notes that a user is logged in with this session from now on, in place of whoever was. */
    public void opened(HttpSession session, ConsoleUser user) {
        session.setAttribute(ATTRIBUTE, new Login(user.name(), user.stamp()));
    }

    /** Ends the user's sessions, except those that were opened with the stamp given. */
    public void endOthers(String user, String stamp) {
        end(login -> login.user.equals(user) && !login.stamp.equals(stamp));
    }

    /**
     * Ends the sessions whose users are gone or have another stamp by now.
     *
     * @param stampsOf answers the present stamps of those users that there are
     */
    public void endStale(Function<Set<String>, Map<String, String>> stampsOf) {
        Set<Login> logins = Set.copyOf(open.keySet());
        if (!logins.isEmpty()) {
            Map<String, String> stamps =
                    stampsOf.apply(logins.stream().map(login -> login.user).collect(Collectors.toSet()));
            end(login -> logins.contains(login) && !login.stamp.equals(stamps.get(login.user)));
        }
    }

    /** On a thread of its own: a page holds its own session's lock, and with it may not wait for another's. */
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
            LOG.info("Session ended: user={} because=user-changed", login.user);
        } catch (IllegalStateException e) {
            LOG.debug("A session had ended already", e);
        }
    }

    /** Lives and dies with its session. */
    private final class Login implements HttpSessionBindingListener {

        private final String user;
        private final String stamp;

        Login(String user, String stamp) {
            this.user = user;
            this.stamp = stamp;
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
