package io.lockkeeper.console.dialect;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonValue;

/**
 * A lock of another library. What its documents do not hold is empty, or an expiry that says why it is unknown.
 *
 * @param id of its document
 * @param name as people know the lock
 * @param held whether somebody holds it, its expiry aside
 * @param endsFree whether it counts as free once its expiry has passed, as nothing tells a release from it
 * @param holders who holds it
 * @param acquired since when
 * @param heartbeat when it was renewed last
 * @param expiry when it ends by itself
 * @param fence its fencing token
 * @param acquisition what tells this acquisition from the next
 */
public record ForeignLock(
        BsonValue id,
        String name,
        boolean held,
        boolean endsFree,
        List<String> holders,
        Optional<Instant> acquired,
        Optional<Instant> heartbeat,
        Expiry expiry,
        OptionalLong fence,
        Acquisition acquisition) {

    public enum State {
        /** Past its expiry, and its document is still there. */
        EXPIRED,
        HELD,
        FREE
    }

    public State state(Instant now) {
        if (!held) {
            return State.FREE;
        }
        boolean over = expiry.instant().filter(at -> !at.isAfter(now)).isPresent();
        if (!over) {
            return State.HELD;
        }
        return endsFree ? State.FREE : State.EXPIRED;
    }
}
