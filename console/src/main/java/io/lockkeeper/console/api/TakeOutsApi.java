package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
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
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class TakeOutsApi {

    private final QueueCalls calls;

    TakeOutsApi(QueueCalls calls) {
        this.calls = calls;
    }

    @Operation(
            operationId = "takeOut",
            tags = "take-outs-api",
            summary = "Takes a waiter out of a lock's queue",
            description =
                    "If-Match names the waiter by its acquirer, in quotes: that one leaves the queue or none. Its call ends with an exception that"
                            + " names the user and the reason. For operators; on record before anything is done.")
    @MayBeMissing
    @NeedsIfMatch
    @MayBeUnconfirmed
    @MayAwaitConsent
    @PostMapping(path = "/locks/{name}/take-out", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiLock.Request> takeOut(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody TakeOutBody body,
            Principal user,
            HttpServletRequest request) {
        return calls.takeOut(LockAddress.lock(LockId.FIRST, name), ifMatch, body, user, request);
    }

    @Operation(
            operationId = "takeOutInSource",
            tags = "source-queues-api",
            summary = "Takes a waiter out of the queue of a lock of a source",
            description =
                    "If-Match names the waiter by its acquirer, in quotes: that one leaves the queue or none. For operators, where an"
                            + " administrator has allowed evictions; on record before anything is done.")
    @MayBeMissing
    @MayBeReadOnly
    @NeedsIfMatch
    @MayBeUnconfirmed
    @MayAwaitConsent
    @PostMapping(path = "/sources/{source}/locks/{name}/take-out", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiLock.Request> takeOutInSource(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody TakeOutBody body,
            Principal user,
            HttpServletRequest request) {
        return calls.takeOut(LockAddress.lock(source, name), ifMatch, body, user, request);
    }
}
