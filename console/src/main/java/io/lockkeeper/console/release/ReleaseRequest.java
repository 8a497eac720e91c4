package io.lockkeeper.console.release;

import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.eviction.EvictionRequest;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import java.util.UUID;

/**
 * An operator's request to evict the holder of another library's lock.
 *
 * @param id the id of this request, under which it is recorded
 * @param source the source's id
 * @param seen the lock as it was on the screen: this acquisition ends or none
 * @param reason why, under the rules of {@link EvictionRequest}
 * @param confirm the lock's name, by which the operator confirms that the old process is dead; empty for nothing confirmed
 * @param way with a quarantine, or at once, for which the lock's name confirms as well that the old process is dead
 * @param ip where the request comes from
 */
public record ReleaseRequest(
        String id, String source, ForeignLock seen, String reason, String confirm, Way way, String ip) {

    /** @throws IllegalArgumentException if the reason breaks its rule, in words for the operator */
    public ReleaseRequest {
        reason = EvictionRequest.checkedReason(reason);
    }

    /** A new request in the dialect's usual way. */
    public ReleaseRequest(String source, ForeignLock seen, String reason, String confirm, String ip) {
        this(source, seen, reason, confirm, Way.MARK, ip);
    }

    /** A new request. */
    public ReleaseRequest(String source, ForeignLock seen, String reason, String confirm, Way way, String ip) {
        this(UUID.randomUUID().toString(), source, seen, reason, confirm, way, ip);
    }

    boolean isConfirmed() {
        return confirm.equals(seen.name());
    }
}
