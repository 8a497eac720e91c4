package io.lockkeeper.console.people.logins;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.people.security.LoginAttempted;
import io.lockkeeper.console.people.security.LoginAttempted.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Puts logins and changes of users on record: in the console's own database, and as a line in the log. Repetitions are recorded
 * once per pause or hour, with their number, so that guessing passwords cannot fill a disk.
 */
@Component
public class AccessLog {

    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);

    private final Repeats repeats = new Repeats(System::nanoTime);
    private final AccessEntries entries;
    private final ConsolePrivileges keeping;
    private final ServerClock clock;

    AccessLog(AccessEntries entries, ConsolePrivileges keeping, ServerClock clock) {
        this.entries = entries;
        this.keeping = keeping;
        this.clock = clock;
    }

    /** Records a change of a user. Within a transaction, the record is stored with the change, or neither is. */
    public void changed(String user, String by, String ip, String what) {
        LOG.info("User changed: user={} by={} what=\"{}\"", user, by, what);
        entries.insert(new AccessEntry(null, clock.now(), user, by, ip, what, false));
    }

    /**
     * Records a change of the console's settings. Within a transaction, the record is stored with the change, or neither is.
     */
    public void configured(String subject, String by, String ip, String what) {
        LOG.info("Settings changed: subject=\"{}\" by={} what=\"{}\"", subject, by, what);
        entries.insert(new AccessEntry(null, clock.now(), subject, by, ip, what, false));
    }

    @EventListener
    void attempted(LoginAttempted login) {
        boolean failed = login.outcome() != Outcome.SUCCEEDED;
        Repeats.Seen seen = repeats.seen(login);
        if (!seen.isNew()) {
            return;
        }
        String user = Formats.visible(login.user());
        String what = login.outcome().words() + " (" + login.entry() + ")" + seen.words();
        AccessEntry entry = new AccessEntry(null, clock.now(), user, user, login.address(), what, failed);
        if (failed) {
            LOG.warn("Login refused: user={} ip={} because=\"{}\"", user, login.address(), what);
            insertIfReachable(entry);
        } else {
            LOG.info("Logged in: user={} ip={} by=\"{}\"", user, login.address(), login.entry());
            insertUnlessDenied(entry);
        }
    }

    /** Where MongoDB denies the record, it is only in the log: a user who logs in then can look, and cannot change users. */
    private void insertUnlessDenied(AccessEntry entry) {
        if (keeping.recordsLogins()) {
            entries.insert(entry);
        }
    }

    /** A refusal stands whether or not it can be recorded; a login that should be recorded and cannot be fails. */
    private void insertIfReachable(AccessEntry entry) {
        try {
            insertUnlessDenied(entry);
        } catch (DataAccessException e) {
            LOG.warn("A refused login could not be recorded: {}", e.getMessage());
        }
    }
}
