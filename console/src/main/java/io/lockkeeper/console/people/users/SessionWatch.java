package io.lockkeeper.console.people.users;

import io.lockkeeper.console.people.security.OpenSessions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Ends the sessions of users who were changed by another console, or by hand. While MongoDB does not answer they continue: an operator
 * should see the last known state then, and can change nothing.
 */
@Component
@EnableScheduling
class SessionWatch {

    private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

    private final OpenSessions sessions;
    private final Directory directory;

    SessionWatch(OpenSessions sessions, Directory directory) {
        this.sessions = sessions;
        this.directory = directory;
    }

    @Scheduled(fixedDelay = 2_000)
    void look() {
        try {
            sessions.endStale(directory::present);
        } catch (DataAccessException e) {
            LOG.debug("The users could not be read", e);
        }
    }
}
