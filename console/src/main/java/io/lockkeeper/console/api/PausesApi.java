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

/** Pauses locks, so that nobody acquires them for a while, and ends pauses. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1/locks/{name}/pause", produces = MediaType.APPLICATION_JSON_VALUE)
class PausesApi {

    private final QueueCalls calls;

    PausesApi(QueueCalls calls) {
        this.calls = calls;
    }

    @Operation(
            summary = "Pauses a lock",
            description =
                    "Until then nobody acquires it. Whoever holds it keeps it, and whoever waits keeps its place. It takes the place of an"
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
    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiPause> pause(
            @PathVariable String name, @RequestBody PauseBody body, Principal user, HttpServletRequest request) {
        return calls.pause(LockId.first(LockAddress.nameOf(name)), body, user, request);
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
        return calls.resume(LockId.first(LockAddress.nameOf(name)), ifMatch, request);
    }
}
