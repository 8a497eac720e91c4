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
        String acquirer = IfMatch.required(ifMatch, "the acquirer of the waiter, in quotes");
        String lock = LockAddress.nameOf(name);
        String reason = Objects.requireNonNullElse(body.reason(), "");
        service.requireWithin(lock, reason, request.getRemoteAddr());
        Waiter seen = seen(lock, acquirer);
        TakeOutRequest asked =
                ProblemException.checked(() -> TakeOutRequest.of(lock, seen, reason, request.getRemoteAddr()));
        Result result = QueueChange.recorded(() -> service.takeOut(asked));
        if (result.outcome() == Outcome.AWAITS_CONSENT) {
            return ConsentsApi.accepted(asked.id(), request);
        }
        QueueChange.requireDone(result, "Only an operator may take a waiter out of a queue.");
        return ResponseEntity.ok(ApiLock.Request.of(seen));
    }

    private Waiter seen(String lock, String ifMatch) {
        LockView found = locks.read(LockScope.present(), lock)
                .filter(it -> !it.foreign())
                .orElseThrow(() -> LocksApi.none(lock));
        if (found.holders().stream().anyMatch(holder -> isNamed(holder.acquirer(), ifMatch))) {
            throw QueueChange.changed("The lock was granted to it meanwhile.");
        }
        return found.queue().stream()
                .filter(waiter -> isNamed(waiter.acquirer(), ifMatch))
                .findFirst()
                .orElseThrow(() -> QueueChange.changed("No waiter of this lock has that acquirer."));
    }

    private static boolean isNamed(String acquirer, String ifMatch) {
        return ifMatch.equals('"' + acquirer + '"');
    }
}
