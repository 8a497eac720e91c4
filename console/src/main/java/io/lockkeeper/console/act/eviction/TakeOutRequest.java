package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Waiter;
import java.util.UUID;

/**
 * A request to take a waiter out.
 *
 * @param id the id of this request, under which it is recorded
 * @param seen the waiter that the operator saw
 * @param reason why, as {@link EvictionRequest#checkedReason} takes it
 * @param ip where the request comes from
 */
public record TakeOutRequest(String id, LockId lock, Waiter seen, String reason, String ip) {

    /** @throws IllegalArgumentException if the reason breaks its rule, in words for the operator */
    public TakeOutRequest {
        reason = EvictionRequest.checkedReason(reason);
    }

    /** A new request. */
    public static TakeOutRequest of(LockId lock, Waiter seen, String reason, String ip) {
        return new TakeOutRequest(UUID.randomUUID().toString(), lock, seen, reason, ip);
    }
}
