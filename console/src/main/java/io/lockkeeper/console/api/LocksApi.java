package io.lockkeeper.console.api;

import io.lockkeeper.console.api.LockLists.ForeignLockList;
import io.lockkeeper.console.api.QueueCalls.ApiQueue;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Locks, listed and one by one, in the first collection and in sources. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class LocksApi {

    private final LockLists lists;
    private final ApiLocks locks;
    private final QueueCalls queues;

    LocksApi(LockLists lists, ApiLocks locks, QueueCalls queues) {
        this.lists = lists;
        this.locks = locks;
        this.queues = queues;
    }

    @Operation(
            operationId = "list",
            tags = "locks-api",
            summary = "Lists the locks in use",
            description =
                    "The most worrying first, unless sort names an order: name, holder, held, left, waiters or token,"
                            + " with - before it for the reverse. Only by name, the answer's next leads on to all of"
                            + " them.")
    @GetMapping("/locks")
    LockList list(
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String sort,
            @RequestParam(defaultValue = "false") boolean free,
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(required = false) @Nullable String after) {
        return lists.first(q, sort, free, limit, after);
    }

    @Operation(
            operationId = "one",
            tags = "locks-api",
            summary = "Answers one lock",
            description =
                    "In the path, a slash in the name is ~2f, a tilde ~7e, and any other byte may be written so. The"
                            + " ETag is the token of the lease granted first: send it in If-Match to evict that lease.")
    @ApiResponse(
            responseCode = "404",
            description = "There is no such lock",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @GetMapping("/locks/{name}")
    ApiLock one(@PathVariable String name, HttpServletResponse response) {
        ApiLock lock = locks.first(LockAddress.nameOf(name));
        response.setHeader(HttpHeaders.ETAG, IfMatch.token(lock.token()));
        return lock;
    }

    @Operation(
            operationId = "locks",
            tags = "sources-api",
            summary = "Lists the locks of a source",
            description =
                    "Those that have expired first, then the held ones, the longest held first, then the free ones; q"
                            + " is a part of a lock's name or holder.")
    @MayBeNoSource
    @GetMapping("/sources/{source}/locks")
    ForeignLockList locks(
            @PathVariable String source,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "100") int limit) {
        return lists.in(LockAddress.nameOf(source), q, limit);
    }

    @Operation(
            operationId = "lock",
            tags = "sources-api",
            summary = "Answers one lock of a source",
            description =
                    "Its ETag names the acquisition: send it in If-Match to evict that holder. A lock without a document"
                            + " is free if its job or a lease of it is known; the answer then has no more than that.")
    @ApiResponse(
            responseCode = "404",
            description = "There is no such source, or nothing is known of such a lock",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @GetMapping("/sources/{source}/locks/{name}")
    ApiForeignLock lock(@PathVariable String source, @PathVariable String name, HttpServletResponse response) {
        ApiForeignLock lock = locks.inSource(LockAddress.lock(source, name));
        response.setHeader(HttpHeaders.ETAG, lock.etag());
        return lock;
    }

    @Operation(
            operationId = "queue",
            tags = "source-queues-api",
            summary = "Answers who waits for a lock of a source, and whether it is paused",
            description = "Only of Lockkeeper's own locks, as MongoDB has it at that moment.")
    @MayBeMissing
    @MayBeReadOnly
    @GetMapping("/sources/{source}/locks/{name}/queue")
    ApiQueue queue(@PathVariable String source, @PathVariable String name) {
        return queues.queue(LockAddress.lock(source, name));
    }
}
