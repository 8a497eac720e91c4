package io.lockkeeper.console.api;

import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.api.LeaseEvictions.Made;
import io.lockkeeper.console.api.LeaseEvictions.Order;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Evicts the holder that the caller has seen, by its tag: that one ends or none. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class EvictionsApi {

    private final LeaseEvictions evictions;
    private final EvictionRate rate;

    EvictionsApi(LeaseEvictions evictions, EvictionRate rate) {
        this.evictions = evictions;
        this.rate = rate;
    }

    /**
     * What is asked of an eviction.
     *
     * @param reason why, for the holder and the audit
     * @param now whether the lease ends at once, without a quarantine: only for a process that is known to be dead
     * @param confirm the lock's name once more, if {@code now}
     */
    record EvictionBody(
            @Nullable String reason,
            @Nullable Boolean now,
            @Nullable String confirm) {

        /** @throws ProblemException if it asks for an end at once without the lock's name */
        LeaseEvictions.Order of(String lock) {
            if (Boolean.TRUE.equals(now) && !lock.equals(confirm)) {
                throw ProblemException.badRequest(
                        "With now, confirm must be the lock's name: no holder gets time to stop, and if its process still runs, two will believe that they hold the lock.");
            }
            return LeaseEvictions.Order.of(reason, confirm, now);
        }
    }

    /**
     * What is asked of an eviction in a source.
     *
     * @param reason why, for the audit
     * @param confirm for grade C, and if {@code now}, the lock's name once more, by which the old process is confirmed dead
     * @param now whether a lease of Lockkeeper's own ends at once, without a quarantine
     */
    record ReleaseBody(
            @Nullable String reason,
            @Nullable String confirm,
            @Nullable Boolean now) {}

    /**
     * An eviction that was made.
     *
     * @param id of its entry in the audit, where a late write of the old holder is recorded
     * @param outcome {@code MARKED} while no other may have the lock, {@code ENDED} where it is free
     */
    record ReleaseAnswer(String id, String source, String lock, String outcome, String meaning) {

        static ReleaseAnswer of(Made made) {
            Outcome outcome = made.result().outcome();
            return new ReleaseAnswer(
                    made.asked().id(),
                    made.asked().lock().source(),
                    made.asked().lock().name(),
                    outcome.name(),
                    outcome == Outcome.MARKED ? "The lock is quarantined." : "The lock is released.");
        }
    }

    @Operation(
            operationId = "evict",
            tags = "evictions-api",
            summary = "Evicts (force-releases) one lease",
            description =
                    "If-Match names the lease by its token, in quotes. Its holder is notified and has the quarantine to stop."
                            + " For operators; on record before anything is done.")
    @MayAwaitConsent
    @MayBeMissing
    @ApiResponse(
            responseCode = "409",
            description = "The lease was evicted before; nothing was changed",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @NeedsIfMatch
    @MayBeUnconfirmed
    @PostMapping(path = "/locks/{name}/eviction", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EvictionAnswer> evict(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody EvictionBody body,
            Principal user,
            HttpServletRequest request) {
        rate.require(user.getName());
        LockId lock = LockAddress.lock(LockId.FIRST, name);
        String token = IfMatch.required(ifMatch, "the token of the lease to evict, in quotes: it is the lock's ETag");
        return evict(lock, token, body.of(lock.name()), request, made -> made.answer(evictions.quarantine()));
    }

    @Operation(
            operationId = "evictForeignHolder",
            tags = "source-evictions-api",
            summary = "Evicts (force-releases) the holder of a lock of a source",
            description =
                    "If-Match names the acquisition, as the ETag of the lock or of one of its leases does. Evicts as"
                            + " the library's dialect says; grade C needs confirm, and so does now, which only Lockkeeper's own locks"
                            + " have. For operators, where an administrator has allowed it; on record before anything is done.")
    @MayAwaitConsent
    @MayBeMissing
    @ApiResponse(
            responseCode = "409",
            description =
                    "The source is read-only, its grade D, what needs confirm lacks it, or the lease was evicted before;"
                            + " nothing was changed",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @NeedsIfMatch
    @MayBeUnconfirmed
    @PostMapping(path = "/sources/{source}/locks/{name}/eviction", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ReleaseAnswer> evictInSource(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody ReleaseBody body,
            Principal user,
            HttpServletRequest request) {
        rate.require(user.getName());
        String etag = IfMatch.required(ifMatch, "the ETag of the lock, or of the lease, whose holder to evict");
        Order order = Order.of(body.reason(), body.confirm(), body.now());
        return evict(LockAddress.lock(source, name), etag, order, request, ReleaseAnswer::of);
    }

    private <T> ResponseEntity<T> evict(
            LockId lock, String tag, Order order, HttpServletRequest request, Function<Made, T> answer) {
        Made made = evictions.evict(lock, tag, order, request.getRemoteAddr());
        return made.awaitsConsent()
                ? ConsentsApi.accepted(made.asked().id(), request)
                : ResponseEntity.ok(answer.apply(made));
    }
}
