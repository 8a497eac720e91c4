package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Locks of any source, listed and one by one. */
@CommonProblems
@KeepsToScope
@Tag(name = "locks-api")
@RestController
@RequestMapping(path = "/api/v1/locks/{source}", produces = MediaType.APPLICATION_JSON_VALUE)
class LocksApi {

    private final LockLists lists;
    private final ApiLocks locks;

    LocksApi(LockLists lists, ApiLocks locks) {
        this.lists = lists;
        this.locks = locks;
    }

    @Operation(
            operationId = "locks",
            summary = "Lists the locks in use of a source",
            description =
                    "source is a source's path, or - for the console's first collection. The most worrying locks first, unless"
                            + " sort names an order: name, holder, held, left, waiters, token or job, with - before it for the"
                            + " reverse. Only by name, the answer's next leads on to all of them.")
    @MayBeMissing
    @GetMapping
    LockLists.LockList list(
            @PathVariable String source,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String sort,
            @RequestParam(defaultValue = "false") boolean free,
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(required = false) @Nullable String after) {
        return lists.list(lists.query(LockAddress.sourceOf(source), q, sort, free), limit, after);
    }

    @Operation(
            operationId = "lock",
            summary = "Answers one lock",
            description =
                    "In the path, a slash in the name is ~2f, a tilde ~7e, and any other byte may be written so. Send the ETag in"
                            + " If-Match to evict the holder that the answer shows first. Of another library, a lock without a"
                            + " document is free if its job or a lease of it is known; the answer then has no more than that.")
    @MayBeMissing
    @GetMapping("/{name}")
    ApiLock one(@PathVariable String source, @PathVariable String name, HttpServletResponse response) {
        ApiLock lock = locks.of(LockAddress.lock(source, name));
        response.setHeader(HttpHeaders.ETAG, IfMatch.quoted(lock.line().etag()));
        return lock;
    }
}
