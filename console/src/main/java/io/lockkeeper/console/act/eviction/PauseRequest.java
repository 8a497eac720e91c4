package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * An operator's request to pause a lock.
 *
 * @param id the id of this request, under which it is recorded and which becomes the pause's
 * @param until when the pause ends by itself, by the clock of the lock's cluster
 * @param reason why, as {@link EvictionRequest#checkedReason} takes it
 * @param ip where the request comes from
 */
public record PauseRequest(String id, LockId lock, Instant until, String reason, String ip) {

    /** How long a pause lasts at most. */
    public static final Duration LONGEST = Duration.ofDays(30);

    /** @throws IllegalArgumentException if the reason breaks its rule, in words for the operator */
    public PauseRequest {
        reason = EvictionRequest.checkedReason(reason);
    }

    /**
     * A new request.
     *
     * @throws IllegalArgumentException if the time is not later than now, or too far ahead, in words for the operator
     */
    public static PauseRequest of(LockId lock, Instant until, Instant now, String reason, String ip) {
        if (!isWithinBounds(until, now)) {
            throw new IllegalArgumentException(
                    "A pause until %s is out of bounds: it must end after now, and within %s days."
                            .formatted(until, LONGEST.toDays()));
        }
        return new PauseRequest(UUID.randomUUID().toString(), lock, until, reason, ip);
    }

    /** Whether a pause may end then: after now, and soon enough. */
    static boolean isWithinBounds(Instant until, Instant now) {
        return until.isAfter(now) && !until.isAfter(now.plus(LONGEST));
    }
}
