package io.lockkeeper.agent.moving;

import com.mongodb.MongoException;
import io.lockkeeper.agent.time.AgentTime;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases old locks that an agent may have taken or may still have: a command whose answer never came may be applied late. It ends with a
 * release that was sent after the server had given up all earlier commands, and was answered.
 */
final class Undoing {

    private static final Logger log = LoggerFactory.getLogger(Undoing.class);

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration GIVE_UP_AFTER = Duration.ofMinutes(10);

    private final OldCollection old;
    private final AgentTime time;
    private volatile boolean closed;

    Undoing(OldCollection old, AgentTime time) {
        this.old = old;
        this.time = time;
    }

    /** @param atLeast how long it stays taken for others, where its document can express that */
    void undo(String name, String holder, Duration atLeast) {
        long since = time.nanos();
        time.machine()
                .virtual("lockkeeper-old-locks", () -> {
                    if (!undone(name, holder, atLeast, since)) {
                        log.warn(
                                "An old lock may be left taken; it ends as its library leaves it, or by an operator: lock=\"{}\""
                                        + " collection={} holder=\"{}\"",
                                name,
                                old.namespace(),
                                holder);
                    }
                })
                .start();
    }

    private boolean undone(String name, String holder, Duration atLeast, long since) {
        long surely = since + old.commandTimeout().toNanos();
        while (time.nanos() - since < GIVE_UP_AFTER.toNanos() && !closed) {
            long sentAt = time.nanos();
            if (isReleased(name, holder, atLeast) && sentAt - surely >= 0) {
                return true;
            }
            try {
                time.machine().sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }

    /** Whether the server answered. */
    private boolean isReleased(String name, String holder, Duration atLeast) {
        try {
            var unused = old.release(name, holder, atLeast);
            return true;
        } catch (MongoException | IllegalStateException e) { // the latter if the client is closed
            log.debug("An old lock could not be released yet: lock=\"{}\"", name, e);
            return false;
        }
    }

    /** Stops all attempts. */
    void close() {
        closed = true;
    }
}
