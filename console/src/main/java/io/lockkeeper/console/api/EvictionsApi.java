package io.lockkeeper.console.api;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.eviction.EvictionRequest;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.eviction.EvictionService;
import io.lockkeeper.console.locks.LockReader;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.model.Holder;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Evicts the lease that the caller has seen, by its token: that one ends or none. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class EvictionsApi {

    private static final Pattern TOKEN = Pattern.compile("\"(\\d{1,18})\"");

    private final EvictionService evictions;
    private final EvictionRate rate;
    private final LockReader locks;
    private final AgentLives lives;
    private final ServerClock clock;

    EvictionsApi(EvictionService evictions, EvictionRate rate, LockReader locks, AgentLives lives, ServerClock clock) {
        this.evictions = evictions;
        this.rate = rate;
        this.locks = locks;
        this.lives = lives;
        this.clock = clock;
    }

    @Operation(
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
        String lock = LockAddress.nameOf(name);
        long token = token(ifMatch);
        check(body, lock);
        evictions.requireWithin(
                lock,
                body.isNow() ? Action.EVICT_NOW : Action.EVICT,
                Objects.requireNonNullElse(body.reason(), ""),
                request.getRemoteAddr());
        LockView found = locks.read(LockScope.present(), lock)
                .filter(it -> !it.foreign())
                .orElseThrow(() -> LocksApi.none(lock));
        Holder seen = found.holders().stream()
                .filter(holder -> holder.token() == token)
                .findFirst()
                .orElseThrow(() -> changed(found, "No lease of this lock has the token %d.".formatted(token)));
        return evict(lock, seen, body, request);
    }

    private ResponseEntity<EvictionAnswer> evict(
            String lock, Holder seen, EvictionBody body, HttpServletRequest request) {
        EvictionRequest asked = request(lock, seen, body, request.getRemoteAddr());
        evictions.refusal().filter(why -> evictions.isAllowed()).ifPresent(why -> {
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, why);
        });
        try {
            Result result = evictions.evict(asked);
            return result.outcome() == Outcome.AWAITS_CONSENT
                    ? ConsentsApi.accepted(asked.id(), request)
                    : ResponseEntity.ok(answer(asked, result));
        } catch (DataAccessException e) {
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE, "Nothing was evicted, because it could not be recorded.");
        }
    }

    private EvictionAnswer answer(EvictionRequest asked, Result result) {
        return switch (result.outcome()) {
            case MARKED, ENDED ->
                EvictionAnswer.of(
                        asked.id(),
                        asked.lock(),
                        asked.seen().token(),
                        result,
                        evictions.quarantine().toMillis());
            case ALREADY_MARKED ->
                throw new ProblemException(HttpStatus.CONFLICT, "The lease was evicted before; nothing was changed.");
            case HOLDER_CHANGED, GONE -> throw changed(asked.lock(), result.detail());
            case REFUSED ->
                throw new ProblemException(
                        HttpStatus.SERVICE_UNAVAILABLE, "MongoDB refused the change; nothing was changed.");
            case DENIED -> throw new ProblemException(HttpStatus.FORBIDDEN, "Only an operator may evict.");
            case NOT_CONFIRMED ->
                throw new ProblemException(
                                HttpStatus.GATEWAY_TIMEOUT,
                                "MongoDB did not confirm the change: the lease may be evicted or not. Look at the lock; the audit resolves it.")
                        .with("id", asked.id());
            case AWAITS_CONSENT -> throw new IllegalStateException("A request has no answer of MongoDB");
        };
    }

    private ProblemException changed(String lock, String detail) {
        return locks.read(LockScope.present(), lock)
                .map(now -> changed(now, detail))
                .orElseGet(() -> new ProblemException(HttpStatus.PRECONDITION_FAILED, unchanged(detail)));
    }

    /** With what is there now. */
    private ProblemException changed(LockView now, String detail) {
        return new ProblemException(HttpStatus.PRECONDITION_FAILED, unchanged(detail))
                .with("current", ApiLock.of(now, lives, clock.now()));
    }

    private static String unchanged(String detail) {
        return (detail + " Nothing was changed.").strip();
    }

    private static EvictionRequest request(String lock, Holder seen, EvictionBody body, String ip) {
        String reason = Objects.requireNonNullElse(body.reason(), "");
        Way way = body.isNow() ? Way.NOW : Way.MARK;
        return ProblemException.checked(() -> new EvictionRequest(lock, seen, reason, way, ip));
    }

    private static void check(EvictionBody body, String lock) {
        if (body.isNow() && !lock.equals(body.confirm())) {
            throw ProblemException.badRequest(
                    "With now, confirm must be the lock's name: no holder gets time to stop, and if its process still runs, two will believe that they hold the lock.");
        }
    }

    /** One token and nothing else: whoever holds the lock now is never evicted unseen. */
    private static long token(@Nullable String ifMatch) {
        Matcher token = TOKEN.matcher(
                IfMatch.required(ifMatch, "the token of the lease to evict, in quotes: it is the lock's ETag"));
        if (!token.matches()) {
            throw ProblemException.badRequest("If-Match must be one token in quotes, as in \"1795258911456000\".");
        }
        return Long.parseLong(token.group(1));
    }
}
