package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceSummary;
import io.lockkeeper.console.watch.source.Sources;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The watched further collections of locks, and the console's rights there: for administrators. */
@CommonProblems
@Tag(name = "source-settings-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class SourceSettingsApi {

    private final Sources sources;
    private final SourceFeeds feeds;
    private final AskedSources asked;

    SourceSettingsApi(Sources sources, SourceFeeds feeds, AskedSources asked) {
        this.sources = sources;
        this.feeds = feeds;
        this.asked = asked;
    }

    /**
     * A collection to watch, and by which dialect.
     *
     * @param cluster as the console's settings name it; without it the console's own
     */
    record NewSource(
            @Nullable String cluster,
            @Nullable String database,
            @Nullable String collection,
            @Nullable String dialect) {}

    /** Whether operators may evict there. */
    record SourceChange(@Nullable Boolean releasable) {}

    @Operation(
            operationId = "add_1",
            summary = "Watches a collection of another library's locks",
            description = "Read-only until evictions are allowed. For administrators; on record.")
    @MayBeRefused
    @PostMapping(path = "/sources", consumes = MediaType.APPLICATION_JSON_VALUE)
    ApiSource add(@RequestBody NewSource body) {
        String database = body.database();
        String collection = body.collection();
        String dialect = body.dialect();
        if (database == null || collection == null || dialect == null) {
            throw ProblemException.badRequest("Give database, collection and dialect.");
        }
        return answer(ProblemException.checked(
                () -> sources.add(Place.of(body.cluster(), database, collection), dialect)
                        .id()));
    }

    @Operation(
            operationId = "change_1",
            summary = "Allows operators to evict holders of a source's locks, or makes it read-only",
            description = "If-Match names the version of the source that you have seen. For administrators; on record.")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @PatchMapping(path = "/sources/{source}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ApiSource change(
            @PathVariable String source,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody SourceChange body) {
        String id = known(source);
        if (body.releasable() == null) {
            throw ProblemException.badRequest("Give releasable: true or false.");
        }
        return answer(sources.allowReleases(id, body.releasable(), IfMatch.seen(ifMatch)));
    }

    @Operation(
            operationId = "remove",
            summary = "Watches a source no longer",
            description =
                    "If-Match names the version of the source that you have seen. The collection and its locks stay as they are. For"
                            + " administrators; on record.")
    @ApiResponse(responseCode = "204", description = "Removed")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @DeleteMapping("/sources/{source}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(
            @PathVariable String source, @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        String unused = sources.remove(known(source), IfMatch.seen(ifMatch));
    }

    private String known(String path) {
        AdminCheck.present();
        return asked.stored(LockAddress.nameOf(path)).source().id();
    }

    private ApiSource answer(String id) {
        return feeds.find(LockScope.present(), id)
                .map(watched -> ApiSource.of(SourceSummary.of(watched)))
                .orElseThrow(() -> ProblemException.missing("Another administrator has just removed it."));
    }
}
