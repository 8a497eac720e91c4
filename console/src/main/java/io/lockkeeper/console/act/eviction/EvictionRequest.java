package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/**
 * An operator's request to evict a holder.
 *
 * @param id the id of this request, under which it is recorded and with which the lease is marked
 * @param seen what was on the screen: this acquisition ends, or none
 * @param reason why, 1 to {@value #MAX_REASON_BYTES} bytes of UTF-8 without control characters
 * @param confirm the lock's name, by which the operator confirms that the old process is dead; empty for nothing confirmed
 * @param way with a quarantine, or at once
 * @param ip where the request comes from
 */
public record EvictionRequest(String id, LockId lock, Seen seen, String reason, String confirm, Way way, String ip) {

    public static final int MAX_REASON_BYTES = 500;

    public enum Way {
        /** As the lock's dialect defines: a lease of Lockkeeper's own is marked; its holder is notified and has the quarantine to stop. */
        MARK,
        /** The lease is removed: its process is known to be dead. */
        NOW
    }

    /** @throws IllegalArgumentException if the reason breaks its rule, in words for the operator */
    public EvictionRequest {
        reason = checkedReason(reason);
    }

    /** A new request. */
    public EvictionRequest(LockId lock, Seen seen, String reason, String confirm, Way way, String ip) {
        this(UUID.randomUUID().toString(), lock, seen, reason, confirm, way, ip);
    }

    /**
     * Returns the reason, stripped, if it may be recorded.
     *
     * @throws IllegalArgumentException if it breaks its rule, in words for the operator
     */
    public static String checkedReason(String given) {
        String reason = given.strip();
        if (reason.isEmpty()) {
            throw new IllegalArgumentException("Give a reason: it is kept in the audit.");
        }
        if (reason.getBytes(StandardCharsets.UTF_8).length > MAX_REASON_BYTES) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "The reason is longer than %d bytes.", MAX_REASON_BYTES));
        }
        if (!Formats.visible(reason).equals(reason)) {
            throw new IllegalArgumentException(
                    "The reason contains control characters; services log it, so it must be plain text.");
        }
        return reason;
    }

    boolean isConfirmed() {
        return confirm.equals(lock.name());
    }
}
