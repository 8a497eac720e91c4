package io.lockkeeper.console.api;

import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.eviction.TakeOutRequest;
import io.lockkeeper.console.eviction.TakeOutService;
import io.lockkeeper.console.locks.LockReader;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.model.Waiter;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes waiters out of queues. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1/locks/{name}/take-out", produces = MediaType.APPLICATION_JSON_VALUE)
class TakeOutsApi {

    private final TakeOutService service;
    private final EvictionRate rate;
    private final LockReader locks;

    TakeOutsApi(TakeOutService service, EvictionRate rate, LockReader locks) {
        this.service = service;
        this.rate = rate;
        this.locks = locks;
    }

    @Operation(
            summary = "Takes a waiter out of a lock's queue",
            description =
                    "If-Match names the waiter by its acquirer, in quotes: that one leaves the queue or none. Its call ends with an exception that"
                            + " names the user and the reason; an agent of version 0.0.9 asks again. For operators; on record before"
                            + " anything is done.")
    @MayBeMissing
    @NeedsIfMatch
    @MayBeUnconfirmed
    @MayAwaitConsent
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiLock.Request> takeOut(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody TakeOutBody body,
            Principal user,
            HttpServletRequest request) {
        rate.require(user.getName());
        if (ifMatch == null) {
            throw new ProblemException(
                    HttpStatus.PRECONDITION_REQUIRED, "Send If-Match with the acquirer of the waiter, in quotes.");
        }
        service.requireWithin(
                LockAddress.nameOf(name), Objects.requireNonNullElse(body.reason(), ""), request.getRemoteAddr());
        Waiter seen = seen(LockAddress.nameOf(name), ifMatch.strip());
        TakeOutRequest asked = asked(LockAddress.nameOf(name), seen, body, request.getRemoteAddr());
        Result result = done(asked);
        if (result.outcome() == Outcome.AWAITS_CONSENT) {
            return ConsentsApi.accepted(asked.id(), request);
        }
        require(result);
        return ResponseEntity.ok(ApiLock.Request.of(seen));
    }

    private Waiter seen(String lock, String ifMatch) {
        LockView found = locks.read(LockScope.present(), lock)
                .filter(it -> !it.foreign())
                .orElseThrow(() -> LocksApi.none(lock));
        if (found.holders().stream().anyMatch(holder -> isNamed(holder.acquirer(), ifMatch))) {
            throw changed("The lock was granted to it meanwhile.");
        }
        return found.queue().stream()
                .filter(waiter -> isNamed(waiter.acquirer(), ifMatch))
                .findFirst()
                .orElseThrow(() -> changed("No waiter of this lock has that acquirer."));
    }

    private static boolean isNamed(String acquirer, String ifMatch) {
        return ifMatch.equals('"' + acquirer + '"');
    }

    private static TakeOutRequest asked(String lock, Waiter seen, TakeOutBody body, String ip) {
        try {
            return TakeOutRequest.of(lock, seen, Objects.requireNonNullElse(body.reason(), ""), ip);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private Result done(TakeOutRequest asked) {
        try {
            return service.takeOut(asked);
        } catch (DataAccessException e) {
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE, "Nothing was changed, because it could not be recorded.");
        }
    }

    private static void require(Result result) {
        switch (result.outcome()) {
            case ENDED -> {}
            case NOT_CONFIRMED ->
                throw new ProblemException(
                        HttpStatus.GATEWAY_TIMEOUT, "MongoDB did not confirm the change: look at the lock.");
            case REFUSED ->
                throw new ProblemException(
                        HttpStatus.SERVICE_UNAVAILABLE, "MongoDB refused the change; nothing was changed.");
            case DENIED ->
                throw new ProblemException(HttpStatus.FORBIDDEN, "Only an operator may take a waiter out of a queue.");
            default -> throw changed(result.detail());
        }
    }

    private static ProblemException changed(String detail) {
        return new ProblemException(HttpStatus.PRECONDITION_FAILED, detail + " Nothing was changed.");
    }
}
