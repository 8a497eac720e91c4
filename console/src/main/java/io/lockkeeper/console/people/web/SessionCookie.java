package io.lockkeeper.console.people.web;

import io.lockkeeper.console.ground.store.ConsoleId;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.stereotype.Component;

/** Gives the session's cookie a name of this console's own, unless the settings name it: else two on one host log each other out. */
@Component
final class SessionCookie implements ServletContextInitializer {

    private final ConsoleId id;

    SessionCookie(ConsoleId id) {
        this.id = id;
    }

    @Override
    public void onStartup(ServletContext context) {
        SessionCookieConfig cookie = context.getSessionCookieConfig();
        if (cookie.getName() == null) {
            cookie.setName("lockkeeper-session-" + id.text());
        }
    }
}
