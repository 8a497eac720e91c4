package io.lockkeeper.console.api;

import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.eviction.PauseRequest;
import io.lockkeeper.console.eviction.PauseService;
import io.lockkeeper.console.locks.LockReader;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.model.Pause;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Pauses locks, so that nobody acquires them for a while, and ends pauses. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1/locks/{name}/pause", produces = MediaType.APPLICATION_JSON_VALUE)
class PausesApi {

    private static final String DENIED = "Only an operator may pause a lock.";

    private final PauseService pauses;
    private final EvictionRate rate;
    private final LockReader locks;
    private final ServerClock clock;

    PausesApi(PauseService pauses, EvictionRate rate, LockReader locks, ServerClock clock) {
        this.pauses = pauses;
        this.rate = rate;
        this.locks = locks;
        this.clock = clock;
    }

    @Operation(
            summary = "Pauses a lock",
            description =
                    "Until then nobody acquires it. Whoever holds it keeps it, and whoever waits keeps its place. It takes the place of an"
                            + " earlier pause. For operators; on record before anything is done.")
    @MayBeMissing
    @ApiResponse(
            responseCode = "412",
            description = "The lock has changed meanwhile, or the pause is over already; nothing was changed",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @MayBeUnconfirmed
    @MayAwaitConsent
    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiPause> pause(
            @PathVariable String name, @RequestBody PauseBody body, Principal user, HttpServletRequest request) {
        rate.require(user.getName());
        String lock = LockAddress.nameOf(name);
        PauseRequest asked = asked(lock, body, request.getRemoteAddr());
        pauses.requireWithin(lock, Action.PAUSE, asked.reason(), asked.ip());
        present(lock);
        Result result = QueueChange.recorded(() -> pauses.pause(asked));
        if (result.outcome() == Outcome.AWAITS_CONSENT) {
            return ConsentsApi.accepted(asked.id(), request);
        }
        QueueChange.requireDone(result, DENIED);
        return ResponseEntity.ok(
                paused(lock).map(ApiPause::of).orElseThrow(() -> QueueChange.changed("It is not paused any more.")));
    }

    @Operation(
            summary = "Ends a pause",
            description =
                    "If-Match names the pause by its id, in quotes: that one ends or none. The lock is handed to the next waiter. For operators;"
                            + " on record before anything is done.")
    @MayBeMissing
    @NeedsIfMatch
    @MayBeUnconfirmed
    @DeleteMapping
    ApiPause resume(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        String id = IfMatch.required(ifMatch, "the id of the pause to end, in quotes");
        String lock = LockAddress.nameOf(name);
        pauses.requireWithin(lock, Action.RESUME, "", request.getRemoteAddr());
        present(lock);
        Pause seen = paused(lock)
                .filter(pause -> id.equals('"' + pause.id() + '"'))
                .orElseThrow(() -> QueueChange.changed("No pause of this lock has that id."));
        QueueChange.requireDone(QueueChange.recorded(() -> pauses.resume(lock, seen, request.getRemoteAddr())), DENIED);
        return ApiPause.of(seen);
    }

    private PauseRequest asked(String lock, PauseBody body, String ip) {
        Instant until = body.until();
        if (until == null) {
            throw ProblemException.badRequest(
                    "until is missing: when the pause ends by itself, as in 2026-11-23T12:00:00Z.");
        }
        return ProblemException.checked(
                () -> PauseRequest.of(lock, until, clock.now(), Objects.requireNonNullElse(body.reason(), ""), ip));
    }

    private LockView present(String lock) {
        return locks.read(LockScope.present(), lock).filter(it -> !it.foreign()).orElseThrow(() -> LocksApi.none(lock));
    }

    private Optional<Pause> paused(String lock) {
        return locks.read(LockScope.present(), lock).flatMap(it -> it.pause(clock.now()));
    }
}
