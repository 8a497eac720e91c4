package io.lockkeeper.host.session;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.RequestRefusedException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a line asks of a lock.
 *
 * @param ttl in milliseconds
 * @param settle milliseconds between the proven end of the process and the release
 */
record AcquireLine(LockRequest request, long ttl, long settle) {

    private static final Set<String> NOTED = Set.of(
            "acquire",
            "shared",
            "write",
            "permits",
            "capacity",
            "waitMs",
            "ttlMs",
            "maxHoldMs",
            "settleMs",
            "note",
            "details");

    private static final long A_YEAR = Duration.ofDays(365).toMillis();
    private static final long LONGEST_KEEP = Duration.ofHours(24).toMillis();
    private static final long LONGEST_SETTLE = Duration.ofMinutes(10).toMillis();
    private static final int MOST_PERMITS = 1 << 30;

    /** What of such a line is noted: no more than what is read, which is bounded. */
    static Map<String, Object> noted(Map<String, Object> line) {
        Map<String, Object> noted = new LinkedHashMap<>(line);
        noted.keySet().retainAll(NOTED);
        return noted;
    }

    /** A kept lease has uses in memory, of which no file knows: the next host agent leaves it to its expiry. */
    boolean isResumable() {
        return request.keep().isEmpty();
    }

    static AcquireLine in(Fields fields, Hello process, AgentOptions options) throws RequestRefusedException {
        long ttl = fields.number("ttlMs", options.shortestTtl().toMillis(), AgentOptions.MAX_TTL.toMillis())
                .orElse(options.ttl().toMillis());
        long settle = fields.number("settleMs", 0, LONGEST_SETTLE).orElse(HostSettings.SETTLE_MILLIS);
        OptionalLong wait = fields.number("waitMs", 0, A_YEAR);
        OptionalLong hold = fields.number("maxHoldMs", 1, A_YEAR);
        try {
            LockRequest request = kind(fields)
                    .withTtl(Duration.ofMillis(ttl))
                    .withNote(fields.text("note").orElse(""))
                    .withDetails(fields.texts("details"));
            if (wait.isPresent()) {
                request = request.withLongestWait(Duration.ofMillis(wait.getAsLong()));
            }
            if (hold.isPresent()) {
                request = request.withLongestHold(Duration.ofMillis(hold.getAsLong()));
            }
            LockRequest kept = kept(request, fields);
            return new AcquireLine(kept.keep().isPresent() ? process.naming(kept) : process.asking(kept), ttl, settle);
        } catch (IllegalArgumentException e) {
            throw RequestRefusedException.because("field", e.getMessage() + ".");
        }
    }

    /** The lease stays with the host agent between the uses of any of its sessions. */
    private static LockRequest kept(LockRequest request, Fields fields) throws RequestRefusedException {
        OptionalLong keep = fields.number("keepMs", 1, LONGEST_KEEP);
        OptionalLong cohort = fields.number("cohortMs", 1, LONGEST_KEEP);
        LockRequest kept = request;
        if (keep.isPresent()) {
            kept = kept.withKeep(Duration.ofMillis(keep.getAsLong()));
        }
        return cohort.isPresent() ? kept.withCohort(Duration.ofMillis(cohort.getAsLong())) : kept;
    }

    private static LockRequest kind(Fields fields) throws RequestRefusedException {
        String name = fields.text("acquire").orElse("");
        boolean shared = fields.flag("shared");
        boolean write = fields.flag("write");
        OptionalLong permits = fields.number("permits", 1, MOST_PERMITS);
        OptionalLong capacity = fields.number("capacity", 1, MOST_PERMITS);
        int kinds = (shared ? 1 : 0) + (write ? 1 : 0) + (permits.isPresent() || capacity.isPresent() ? 1 : 0);
        if (kinds > 1) {
            throw RequestRefusedException.because(
                    "field", "A lock is one of shared, write, and permits with capacity; the request says several.");
        }
        if (permits.isPresent() != capacity.isPresent()) {
            throw RequestRefusedException.because("field", "Permits need a capacity, and a capacity needs permits.");
        }
        if (permits.isPresent()) {
            return LockRequest.permits(name, (int) permits.getAsLong(), (int) capacity.getAsLong());
        }
        return shared ? LockRequest.reading(name) : write ? LockRequest.writing(name) : LockRequest.of(name);
    }
}
