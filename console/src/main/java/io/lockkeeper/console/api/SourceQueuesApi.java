package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.model.LockDocument;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The queues of Lockkeeper's own locks in sources: who waits, pauses, and waiters taken out. */
@CommonProblems
@KeepsToScope
@ApiResponse(
        responseCode = "409",
        description = "The source is read-only, or another library's; nothing was changed",
        content =
                @Content(
                        mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                        schema = @Schema(implementation = ProblemDetail.class)))
@RestController
@RequestMapping(path = "/api/v1/sources/{source}/locks/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
class SourceQueuesApi {

    private final QueueCalls calls;
    private final SourceFeeds feeds;

    SourceQueuesApi(QueueCalls calls, SourceFeeds feeds) {
        this.calls = calls;
        this.feeds = feeds;
    }

    /**
     * Who waits for a lock.
     *
     * @param waiting how many wait, those included of whom only their agents know
     * @param queue those that the document lists, in the order of service
     * @param paused until when, and why, nobody acquires it, or null
     */
    record ApiQueue(
            int waiting,
            List<ApiLock.Request> queue,
            @Nullable ApiPause paused) {}

    @Operation(
            summary = "Answers who waits for a lock of a source, and whether it is paused",
            description = "Of Lockkeeper's own locks alone, as MongoDB has it at that moment.")
    @MayBeMissing
    @GetMapping("/queue")
    ApiQueue queue(@PathVariable String source, @PathVariable String name) {
        LockId placed = lock(source, name);
        LockView lock = calls.present(placed);
        LockDocument document = lock.lock();
        return new ApiQueue(
                document == null ? 0 : document.waiting(),
                lock.queue().stream().map(ApiLock.Request::of).toList(),
                lock.pause(feeds.now(placed.source())).map(ApiPause::of).orElse(null));
    }

    @Operation(
            summary = "Pauses a lock of a source",
            description =
                    "Until then nobody acquires it. Whoever holds it keeps it, and whoever waits keeps its place. It takes the place of an"
                            + " earlier pause. You can also pause a lock that no process has used for a day, or ever, for example before a deployment. For operators, where an administrator has allowed evictions; on record before anything is done.")
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
    @PutMapping(path = "/pause", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiPause> pauseInSource(
            @PathVariable String source,
            @PathVariable String name,
            @RequestBody PauseBody body,
            Principal user,
            HttpServletRequest request) {
        return calls.pause(lock(source, name), body, user, request);
    }

    @Operation(
            summary = "Ends a pause in a source",
            description =
                    "If-Match names the pause by its id, in quotes: that one ends or none. The lock is handed to the next waiter. For operators,"
                            + " where an administrator has allowed evictions; on record before anything is done.")
    @MayBeMissing
    @NeedsIfMatch
    @MayBeUnconfirmed
    @DeleteMapping("/pause")
    ApiPause resumeInSource(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        return calls.resume(lock(source, name), ifMatch, request);
    }

    @Operation(
            summary = "Takes a waiter out of the queue of a lock of a source",
            description =
                    "If-Match names the waiter by its acquirer, in quotes: that one leaves the queue or none. For operators, where an"
                            + " administrator has allowed evictions; on record before anything is done.")
    @MayBeMissing
    @NeedsIfMatch
    @MayBeUnconfirmed
    @MayAwaitConsent
    @PostMapping(path = "/take-out", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ApiLock.Request> takeOutInSource(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody TakeOutBody body,
            Principal user,
            HttpServletRequest request) {
        return calls.takeOut(lock(source, name), ifMatch, body, user, request);
    }

    private static LockId lock(String source, String name) {
        return new LockId(LockAddress.nameOf(source), LockAddress.nameOf(name));
    }
}
