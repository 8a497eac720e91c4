package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.loops.HeavyReads;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.source.BackgroundSearch;
import io.lockkeeper.console.watch.source.Discovery;
import io.lockkeeper.console.watch.source.Found;
import io.lockkeeper.console.watch.source.FoundEverywhere;
import io.lockkeeper.console.watch.source.Proposal;
import io.lockkeeper.console.watch.source.Searched;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Searches for further collections of locks: for administrators. */
@CommonProblems
@Tag(name = "source-settings-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class DiscoveryApi {

    private final Discovery discovery;
    private final BackgroundSearch search;
    private final SourceFeeds feeds;
    private final HeavyReads heavy;

    DiscoveryApi(Discovery discovery, BackgroundSearch search, SourceFeeds feeds, HeavyReads heavy) {
        this.discovery = discovery;
        this.search = search;
        this.feeds = feeds;
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
     * What a search in the background has found so far.
     *
     * @param began by the server's clock
     * @param goesOn whether it will find more; without it, it has ended
     * @param why what keeps it, or has ended it before its end; null if nothing has
     */
    record SearchAnswer(
            Instant began, boolean goesOn, @Nullable String why, DiscoveryAnswer found) {}

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
        return heavy.read(() ->
                database == null ? everywhere(cluster, from) : answer(discovery.look(cluster, database.strip(), from)));
    }

    @Operation(
            operationId = "searchInBackground",
            summary = "Searches all of a cluster in the background, and answers what was found so far",
            description =
                    "It begins unless a search goes on or has ended: send again=true to begin after one that has ended. The console"
                            + " searches for a fifth of the time, samples each collection and changes nothing. For administrators.")
    @MayBeRefused
    @PostMapping("/discovery")
    SearchAnswer searchInBackground(
            @RequestParam(required = false) @Nullable String cluster,
            @RequestParam(defaultValue = "false") boolean again) {
        Searched now = search.begin(cluster, again);
        return new SearchAnswer(now.began(), now.goesOn(), now.why(), answer(now.found(), now.next()));
    }

    private DiscoveryAnswer answer(Found found) {
        return answer(found.cluster(), found.database(), List.of(found), found.unread(), found.next());
    }

    private DiscoveryAnswer everywhere(@Nullable String cluster, String from) {
        FoundEverywhere found = discovery.lookEverywhere(cluster, from);
        return answer(found, found.next());
    }

    private DiscoveryAnswer answer(FoundEverywhere found, @Nullable String next) {
        List<Found.Unread> unread = new ArrayList<>(found.unread());
        found.databases()
                .forEach(each -> each.unread()
                        .forEach(
                                it -> unread.add(new Found.Unread(each.database() + "." + it.collection(), it.why()))));
        return answer(found.cluster(), null, found.databases(), unread, next);
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
}
