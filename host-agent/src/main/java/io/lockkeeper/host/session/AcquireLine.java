package io.lockkeeper.host.session;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.model.Details;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a line asks of a lock.
 *
 * @param ttl in milliseconds
 * @param settle milliseconds between the proven end of the process and the release
 */
record AcquireLine(LockRequest request, long ttl, long settle) {

    private static final long A_YEAR = Duration.ofDays(365).toMillis();
    private static final long LONGEST_KEEP = Duration.ofHours(24).toMillis();
    private static final long LONGEST_SETTLE = Duration.ofMinutes(10).toMillis();
    private static final int MOST_PERMITS = 1 << 30;

    static AcquireLine in(Fields fields, Details process, AgentOptions options) throws RequestRefusedException {
        long ttl = fields.number("ttlMs", options.shortestTtl().toMillis(), AgentOptions.MAX_TTL.toMillis())
                .orElse(options.ttl().toMillis());
        long settle = fields.number("settleMs", 0, LONGEST_SETTLE).orElse(HostSettings.SETTLE_MILLIS);
        OptionalLong wait = fields.number("waitMs", 0, A_YEAR);
        OptionalLong hold = fields.number("maxHoldMs", 1, A_YEAR);
        try {
            LockRequest request = kind(fields)
                    .withTtl(Duration.ofMillis(ttl))
                    .withNote(fields.text("note").orElse(""))
                    .withDetails(details(fields.texts("details"), process));
            if (wait.isPresent()) {
                request = request.withLongestWait(Duration.ofMillis(wait.getAsLong()));
            }
            if (hold.isPresent()) {
                request = request.withLongestHold(Duration.ofMillis(hold.getAsLong()));
            }
            return new AcquireLine(kept(request, fields), ttl, settle);
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

    /** The process's come first, and are not the request's to say. */
    private static Map<String, String> details(Map<String, String> asked, Details process)
            throws RequestRefusedException {
        Map<String, String> all = new LinkedHashMap<>(process.values());
        for (Map.Entry<String, String> each : asked.entrySet()) {
            if (all.putIfAbsent(each.getKey(), each.getValue()) != null) {
                throw RequestRefusedException.because(
                        "field", "The detail \"%s\" is the host agent's own.".formatted(each.getKey()));
            }
        }
        return all;
    }
}
