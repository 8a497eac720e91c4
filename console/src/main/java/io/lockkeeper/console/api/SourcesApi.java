package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The locks of each source. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class SourcesApi {

    private static final int MOST = 1_000;

    /** So many documents of one name are looked at. */
    static final int MOST_DOCUMENTS = 100;

    private final SourceFeeds feeds;
    private final AskedSources asked;
    private final FindingsFeed findings;

    SourcesApi(SourceFeeds feeds, AskedSources asked, FindingsFeed findings) {
        this.feeds = feeds;
        this.asked = asked;
        this.findings = findings;
    }

    /** All sources. */
    record SourceList(Instant asOf, List<ApiSource> sources) {}

    /**
     * Locks of a source.
     *
     * @param total how many match
     */
    record ForeignLockList(Instant asOf, String freshness, int total, List<ApiForeignLock> locks) {}

    @Operation(summary = "Lists the sources: collections in which other libraries keep their locks")
    @GetMapping("/sources")
    SourceList sources() {
        return new SourceList(
                feeds.now(),
                feeds.all(LockScope.present()).stream()
                        .map(SourceSummary::of)
                        .map(ApiSource::of)
                        .toList());
    }

    @Operation(
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
        int most = LiveLocks.limit(limit, MOST);
        Watched watched = asked.at(source);
        SourceSummary now = SourceSummary.of(watched);
        SourceBoard board = AskedSources.board(watched);
        List<ForeignLock> found = q.isBlank() ? board.first(most) : board.matching(q.strip());
        Map<String, Finding> worst =
                findings.latest(LockScope.present()).worstIn(now.source().id());
        return new ForeignLockList(
                now.at(),
                LiveLocks.word(now.freshness()),
                q.isBlank() ? now.counts().all() : found.size(),
                found.stream()
                        .limit(most)
                        .map(lock -> ApiForeignLock.of(lock, worst.get(lock.name()), now.at()))
                        .toList());
    }

    @Operation(
            summary = "Answers one lock of a source",
            description = "Its ETag names the acquisition: send it in If-Match to evict that holder.")
    @ApiResponse(
            responseCode = "404",
            description = "There is no such source or lock",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @GetMapping("/sources/{source}/locks/{name}")
    ApiForeignLock lock(@PathVariable String source, @PathVariable String name, HttpServletResponse response) {
        Watched watched = asked.at(source);
        SourceSummary now = SourceSummary.of(watched);
        SourceBoard board = AskedSources.board(watched);
        ForeignLock lock = AskedSources.lock(board, name);
        List<ForeignLock> others = board.all(lock.name(), MOST_DOCUMENTS).stream()
                .filter(each -> !each.id().equals(lock.id()))
                .toList();
        response.setHeader(HttpHeaders.ETAG, ApiForeignLock.etag(lock));
        return ApiForeignLock.of(
                lock,
                findings.latest(LockScope.present()).worstIn(now.source().id()).get(lock.name()),
                now.at(),
                others);
    }
}
