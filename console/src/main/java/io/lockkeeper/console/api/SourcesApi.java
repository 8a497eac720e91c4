package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceSummary;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The sources; see {@link LocksApi} for their locks. */
@CommonProblems
@KeepsToScope
@Tag(name = "sources-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class SourcesApi {

    private final SourceFeeds feeds;

    SourcesApi(SourceFeeds feeds) {
        this.feeds = feeds;
    }

    /** All sources. */
    record SourceList(Instant asOf, List<ApiSource> sources) {}

    @Operation(
            operationId = "sources",
            summary = "Lists the sources: collections in which other libraries keep their locks")
    @GetMapping("/sources")
    SourceList sources() {
        return new SourceList(
                feeds.now(),
                feeds.all(LockScope.present()).stream()
                        .map(SourceSummary::of)
                        .map(ApiSource::of)
                        .toList());
    }
}
