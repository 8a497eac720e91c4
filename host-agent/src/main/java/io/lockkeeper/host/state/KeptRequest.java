package io.lockkeeper.host.state;

import io.lockkeeper.host.line.JsonLine;
import java.util.Map;

/**
 * A request of a session, and what has come of it.
 *
 * @param id of its line
 * @param acquirer its entry in the lock's document
 * @param line what was asked
 * @param atMillis when that was, or its grant, by the wall clock
 * @param token of its grant; zero before
 * @param stage how far it is
 */
public record KeptRequest(long id, String acquirer, Map<String, Object> line, long atMillis, long token, Stage stage) {

    /** In this order. */
    public enum Stage {
        /** Its enqueue may be on its way. */
        ASKED,
        /** Its process may have heard of its grant. */
        GRANTED,
        /** Its remove may be on its way. */
        ENDING
    }

    /** One whose enqueue is about to be sent. */
    public static KeptRequest asked(long id, String acquirer, Map<String, Object> line, long atMillis) {
        return new KeptRequest(id, acquirer, line, atMillis, 0, Stage.ASKED);
    }

    KeptRequest granted(long grantedAtMillis, long itsToken) {
        return new KeptRequest(id, acquirer, line, grantedAtMillis, itsToken, Stage.GRANTED);
    }

    KeptRequest ending() {
        return new KeptRequest(id, acquirer, line, atMillis, token, Stage.ENDING);
    }

    JsonLine noted(long session) {
        return new JsonLine()
                .with("session", session)
                .with("id", id)
                .with("acquirer", acquirer)
                .with("line", line)
                .with("at", atMillis)
                .with("token", token)
                .with("stage", stage.name());
    }
}
