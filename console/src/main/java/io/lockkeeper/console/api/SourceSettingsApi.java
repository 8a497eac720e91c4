package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.loops.HeavyReads;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.watch.source.Discovery;
import io.lockkeeper.console.watch.source.Found;
import io.lockkeeper.console.watch.source.FoundEverywhere;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.Proposal;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceSummary;
import io.lockkeeper.console.watch.source.Sources;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The watched further collections of locks, and the console's rights there: for administrators. */
@CommonProblems
@Tag(name = "source-settings-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class SourceSettingsApi {

    private final Sources sources;
    private final Discovery discovery;
    private final SourceFeeds feeds;
    private final AskedSources asked;
    private final HeavyReads heavy;

    SourceSettingsApi(Sources sources, Discovery discovery, SourceFeeds feeds, AskedSources asked, HeavyReads heavy) {
        this.sources = sources;
        this.discovery = discovery;
        this.feeds = feeds;
        this.asked = asked;
        this.heavy = heavy;
    }

    /**
     * What a search for locks has found.
     *
     * @param cluster null for the console's own
     * @param database null for all
     * @param databases how many were looked through
     * @param looked how many collections were sampled
     * @param next where to go on, as from, because time ran out; null at the end
     * @param unread the collections, and where all are asked for the databases, that were not read, and why
     * @param onlyGranted whether only those were seen on which the console's user has privileges
     */
    record DiscoveryAnswer(
            @Nullable String cluster,
            @Nullable String database,
            int databases,
            int looked,
            @Nullable String next,
            boolean onlyGranted,
            List<ApiProposal> proposals,
            List<Found.Unread> unread) {}

    /**
     * A collection that looks as if a library keeps its locks there.
     *
     * @param sureness certain, likely or possible
     * @param by the fields that show it
     * @param matching how many of the sampled documents are such locks
     * @param watched whether it is a source already
     */
    record ApiProposal(
            String database,
            String collection,
            String dialect,
            String library,
            String sureness,
            List<String> by,
            int matching,
            int sampled,
            List<String> alsoFits,
            boolean watched) {}

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
            operationId = "discover",
            summary = "Searches a database, or all of a cluster, for collections of locks",
            description =
                    "It samples each collection, for at most 20 s, and changes nothing. Where that does not suffice, next is where to"
                            + " go on: send it as from. For administrators.")
    @MayBeRefused
    @GetMapping("/discovery")
    DiscoveryAnswer discover(
            @RequestParam(required = false) @Nullable String cluster,
            @RequestParam(required = false) @Nullable String database,
            @RequestParam(defaultValue = "") String from) {
        return heavy.read(() -> database == null
                ? answer(discovery.lookEverywhere(cluster, from))
                : answer(discovery.look(cluster, database.strip(), from)));
    }

    private DiscoveryAnswer answer(Found found) {
        return answer(found.cluster(), found.database(), List.of(found), found.unread(), found.next());
    }

    private DiscoveryAnswer answer(FoundEverywhere found) {
        List<Found.Unread> unread = new ArrayList<>(found.unread());
        found.databases()
                .forEach(each -> each.unread()
                        .forEach(
                                it -> unread.add(new Found.Unread(each.database() + "." + it.collection(), it.why()))));
        return answer(found.cluster(), null, found.databases(), unread, found.next());
    }

    private DiscoveryAnswer answer(
            @Nullable String cluster,
            @Nullable String database,
            List<Found> found,
            List<Found.Unread> unread,
            @Nullable String next) {
        return new DiscoveryAnswer(
                cluster,
                database,
                found.size(),
                found.stream().mapToInt(Found::looked).sum(),
                next,
                found.stream().anyMatch(Found::onlyGranted),
                found.stream()
                        .flatMap(each -> each.proposals().stream())
                        .map(this::proposal)
                        .toList(),
                unread);
    }

    private ApiProposal proposal(Proposal it) {
        return new ApiProposal(
                it.place().namespace().getDatabaseName(),
                it.collection(),
                it.dialect().id(),
                it.dialect().library(),
                it.sureness().name().toLowerCase(Locale.ROOT),
                it.by(),
                it.matching(),
                it.sampled(),
                it.alsoFits(),
                feeds.find(LockScope.present(), it.sourceId()).isPresent());
    }

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
                .orElseThrow(
                        () -> new ProblemException(HttpStatus.NOT_FOUND, "Another administrator has just removed it."));
    }
}
