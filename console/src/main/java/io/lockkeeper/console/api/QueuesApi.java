package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Pauses locks, ends pauses, and takes waiters out of queues: of Lockkeeper's own locks, in any source. */
@CommonProblems
@KeepsToScope
@Tag(name = "queues-api")
@RestController
@RequestMapping(path = "/api/v1/locks/{source}/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
class QueuesApi {

    private final QueueCalls calls;

    QueuesApi(QueueCalls calls) {
        this.calls = calls;
    }

    /**
     * The body that pauses a lock.
     *
     * @param until when it ends by itself: after now, and within 30 days
     * @param reason why, for refused callers and for the audit
     */
    record PauseBody(@Nullable Instant until, @Nullable String reason) {}

    /**
     * The body that takes a waiter out.
     *
     * @param reason why it is taken out, for its caller and for the audit
     */
    record TakeOutBody(@Nullable String reason) {}

    @Operation(
            operationId = "pause",
            summary = "Pauses a lock",
            description =
                    "Until then no process acquires it. Its holder keeps it, and waiters keep their places. It takes the place of an"
                            + " earlier pause. You can also pause a lock that no process has used for a day, or ever, for example"
                            + " before a deployment. For operators, in a source where an administrator has allowed evictions; on"
                            + " record before anything is done.")
    @MayBeMissing
    @MayBeRefused
    @ApiResponse(
            responseCode = "412",
            description = "The lock has changed meanwhile, or the pause is over already; nothing was changed")
    @MayBeUnconfirmed
    @MayAwaitConsent
    @PutMapping(path = "/pause", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiLock.ApiPause> pause(
            @PathVariable String source,
            @PathVariable String name,
            @RequestBody PauseBody body,
            Principal user,
            HttpServletRequest request) {
        return calls.pause(LockAddress.lock(source, name), body, user, request);
    }

    @Operation(
            operationId = "resume",
            summary = "Ends a pause",
            description =
                    "If-Match names the pause by its id, in quotes: that one ends or none. The lock is handed to the next waiter. For"
                            + " operators, as a pause; on record before anything is done.")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @MayBeUnconfirmed
    @DeleteMapping("/pause")
    ApiLock.ApiPause resume(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        return calls.resume(LockAddress.lock(source, name), ifMatch, request);
    }

    @Operation(
            operationId = "takeOut",
            summary = "Takes a waiter out of a lock's queue",
            description =
                    "If-Match names the waiter by its acquirer, in quotes: that one leaves the queue or none. Its call ends with an"
                            + " exception that names the user and the reason. For operators, as a pause; on record before anything is"
                            + " done.")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @MayBeUnconfirmed
    @MayAwaitConsent
    @PostMapping(path = "/take-out", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiLock.Request> takeOut(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody TakeOutBody body,
            Principal user,
            HttpServletRequest request) {
        return calls.takeOut(LockAddress.lock(source, name), ifMatch, body, user, request);
    }
}
