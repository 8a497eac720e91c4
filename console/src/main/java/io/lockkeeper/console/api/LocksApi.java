package io.lockkeeper.console.api;

import io.lockkeeper.console.face.locks.ListLook;
import io.lockkeeper.console.face.locks.LockOrder;
import io.lockkeeper.console.face.locks.LockQuery;
import io.lockkeeper.console.face.locks.LockReader;
import io.lockkeeper.console.face.locks.LockSearch;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.LockView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The locks, listed and one by one. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class LocksApi {

    private static final int MOST = 1_000;

    private final LiveLocks live;
    private final LockReader reader;
    private final ApiLocks whole;
    private final FindingsFeed findings;

    LocksApi(LiveLocks live, LockReader reader, ApiLocks whole, FindingsFeed findings) {
        this.live = live;
        this.reader = reader;
        this.whole = whole;
        this.findings = findings;
    }

    @Operation(
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
        int most = LiveLocks.limit(limit, MOST);
        LockQuery query = query(q, sort, free);
        boolean byName = query.order() == LockOrder.NAME && !query.descending();
        if (after != null && !byName) {
            throw ProblemException.badRequest(
                    "after goes with sort=name alone: in any other order, locks change places.");
        }
        BoardSnapshot now = live.snapshot();
        Map<String, Finding> worst = findings.latest(now.scope()).worstIn(LockId.FIRST);
        List<LockView> all = query.of(now, worst);
        List<LockView> rest = after == null
                ? all
                : all.stream().filter(lock -> lock.name().compareTo(after) > 0).toList();
        List<LockView> some = rest.subList(0, Math.min(most, rest.size()));
        return new LockList(
                now.serverTime(),
                LiveLocks.word(now.freshness()),
                now.notice(),
                all.size(),
                query.lacksFree(now),
                some.stream()
                        .map(lock -> LockLine.of(lock, worst.get(lock.name()), now.serverTime()))
                        .toList(),
                byName && some.size() < rest.size() ? some.getLast().name() : null);
    }

    @Operation(
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
        String lock = LockAddress.nameOf(name);
        LockView found = live.find(lock)
                .or(() -> reader.read(LockScope.present(), lock))
                .filter(it -> !it.foreign())
                .orElseThrow(() -> none(lock));
        ApiLock answer = whole.of(found);
        response.setHeader(HttpHeaders.ETAG, String.format(Locale.ROOT, "\"%d\"", answer.token()));
        return answer;
    }

    static ProblemException none(String lock) {
        return new ProblemException(HttpStatus.NOT_FOUND, "There is no lock of this name.").with("lock", lock);
    }

    private static LockQuery query(String search, String sort, boolean free) {
        String fault = LockSearch.of(search).fault();
        if (!fault.isEmpty()) {
            throw ProblemException.badRequest(fault);
        }
        boolean descending = sort.startsWith("-");
        Optional<LockOrder> order = LockOrder.named((descending ? sort.substring(1) : sort).toUpperCase(Locale.ROOT));
        if (order.isEmpty() && !sort.isEmpty()) {
            throw ProblemException.badRequest(
                    "sort is \"%s\"; it must be name, holder, held, left, waiters or token.".formatted(sort));
        }
        return new LockQuery(search, free, order.orElse(null), descending, ListLook.USUAL);
    }
}
