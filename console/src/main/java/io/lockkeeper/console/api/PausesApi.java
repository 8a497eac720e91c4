package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
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

/** Pauses locks, so that no process acquires them for a while, and ends pauses. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class PausesApi {

    private final QueueCalls calls;

    PausesApi(QueueCalls calls) {
        this.calls = calls;
    }

    @Operation(
            operationId = "pause",
            tags = "pauses-api",
            summary = "Pauses a lock",
            description =
                    "Until then no process acquires it. Its holder keeps it, and waiters keep their places. It takes the place of an"
                            + " earlier pause. You can also pause a lock that no process has used for a day, or ever, for example before a deployment. For operators; on record before anything is done.")
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
    @PutMapping(path = "/locks/{name}/pause", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiPause> pause(
            @PathVariable String name, @RequestBody PauseBody body, Principal user, HttpServletRequest request) {
        return calls.pause(LockAddress.lock(LockId.FIRST, name), body, user, request);
    }

    @Operation(
            operationId = "resume",
            tags = "pauses-api",
            summary = "Ends a pause",
            description =
                    "If-Match names the pause by its id, in quotes: that one ends or none. The lock is handed to the next waiter. For operators;"
                            + " on record before anything is done.")
    @MayBeMissing
    @NeedsIfMatch
    @MayBeUnconfirmed
    @DeleteMapping("/locks/{name}/pause")
    ApiPause resume(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        return calls.resume(LockAddress.lock(LockId.FIRST, name), ifMatch, request);
    }

    @Operation(
            operationId = "pauseInSource",
            tags = "source-queues-api",
            summary = "Pauses a lock of a source",
            description =
                    "Until then no process acquires it. Its holder keeps it, and waiters keep their places. It takes the place of an"
                            + " earlier pause. You can also pause a lock that no process has used for a day, or ever, for example before a deployment. For operators, where an administrator has allowed evictions; on record before anything is done.")
    @MayBeMissing
    @MayBeReadOnly
    @ApiResponse(
            responseCode = "412",
            description = "The lock has changed meanwhile, or the pause is over already; nothing was changed",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @MayBeUnconfirmed
    @MayAwaitConsent
    @PutMapping(path = "/sources/{source}/locks/{name}/pause", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiPause> pauseInSource(
            @PathVariable String source,
            @PathVariable String name,
            @RequestBody PauseBody body,
            Principal user,
            HttpServletRequest request) {
        return calls.pause(LockAddress.lock(source, name), body, user, request);
    }

    @Operation(
            operationId = "resumeInSource",
            tags = "source-queues-api",
            summary = "Ends a pause in a source",
            description =
                    "If-Match names the pause by its id, in quotes: that one ends or none. The lock is handed to the next waiter. For operators,"
                            + " where an administrator has allowed evictions; on record before anything is done.")
    @MayBeMissing
    @MayBeReadOnly
    @NeedsIfMatch
    @MayBeUnconfirmed
    @DeleteMapping("/sources/{source}/locks/{name}/pause")
    ApiPause resumeInSource(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        return calls.resume(LockAddress.lock(source, name), ifMatch, request);
    }
}
