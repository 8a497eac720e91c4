package io.lockkeeper.console.api;

import io.lockkeeper.console.dialect.Acquisition;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.OwnLease;
import io.lockkeeper.console.findings.Finding;
import io.lockkeeper.console.findings.FindingsFeed;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.source.SourceFeeds.Watched;
import io.lockkeeper.console.source.SourceSummary;
import io.lockkeeper.model.Holder;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
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
    private final FindingsFeed findings;

    SourcesApi(SourceFeeds feeds, FindingsFeed findings) {
        this.feeds = feeds;
        this.findings = findings;
    }

    /** All sources. */
    record SourceList(Instant asOf, List<ApiSource> sources) {}

    /**
     * A collection of locks that the console watches beside its first.
     *
     * @param path its id as it stands in a path
     * @param version what If-Match names, in quotes, to change or remove it
     * @param cluster as the console's settings name it; null for the console's own
     * @param library null if its dialect is missing, as are grade and sentence
     * @param releasable whether an administrator has allowed evictions
     * @param freshness live, behind or disconnected
     * @param trouble why nothing comes; empty while it does
     * @param unreadable how many documents of locks cannot be read, so that their holders are unknown
     * @param more whether there are more locks than the console keeps
     */
    record ApiSource(
            String id,
            String path,
            String version,
            @Nullable String cluster,
            String database,
            String collection,
            String dialect,
            @Nullable String library,
            @Nullable String grade,
            @Nullable String sentence,
            boolean releasable,
            String freshness,
            String trouble,
            int held,
            int expired,
            int free,
            int unreadable,
            boolean more) {

        static ApiSource of(SourceSummary now) {
            LockSource source = now.source();
            return new ApiSource(
                    source.id(),
                    LockAddress.of(source.id()),
                    IfMatch.version(source.lastChange().at()),
                    source.cluster(),
                    source.database(),
                    source.collection(),
                    source.dialect(),
                    now.dialect().map(Dialect::library).orElse(null),
                    now.dialect().map(it -> it.grade().text()).orElse(null),
                    now.dialect().map(Dialect::sentence).orElse(null),
                    source.isReleasable(),
                    LiveLocks.word(now.freshness()),
                    now.trouble(),
                    now.counts().held(),
                    now.counts().expired(),
                    now.counts().free(),
                    now.counts().unreadable(),
                    now.counts().full());
        }
    }

    /**
     * Locks of a source.
     *
     * @param total how many match
     */
    record ForeignLockList(Instant asOf, String freshness, int total, List<ApiForeignLock> locks) {}

    /**
     * A lock of another library; what its document does not tell is null.
     *
     * @param path its name as it stands in a path
     * @param etag of the acquisition, for If-Match
     * @param state held, expired, free or unreadable
     * @param renewed when it was renewed last
     * @param expires when it ends by itself
     * @param expiry how: at, by-ttl-monitor, assumed, never or unknown
     * @param waiting how many wait for it
     * @param leases of one of Lockkeeper's own; empty of another library's
     * @param finding the kind of the worst that was found of it, or null
     * @param others if it alone was asked for, further documents of its name, the one that changed last first; else empty
     */
    record ApiForeignLock(
            String name,
            String path,
            String etag,
            String state,
            List<String> holders,
            @Nullable Instant acquired,
            @Nullable Instant renewed,
            @Nullable Instant expires,
            String expiry,
            @Nullable Long token,
            @Nullable Integer waiting,
            List<ApiForeignLease> leases,
            @Nullable String finding,
            List<OtherDocument> others) {

        static ApiForeignLock of(ForeignLock lock, @Nullable Finding worst, Instant now) {
            return of(lock, worst, now, List.of());
        }

        static ApiForeignLock of(ForeignLock lock, @Nullable Finding worst, Instant now, List<ForeignLock> others) {
            return new ApiForeignLock(
                    lock.name(),
                    LockAddress.of(lock.name()),
                    SourcesApi.etag(lock),
                    SourcesApi.state(lock, now),
                    lock.holders(),
                    lock.acquired().orElse(null),
                    lock.heartbeat().orElse(null),
                    lock.expiry().instant().orElse(null),
                    lock.expiry().word(),
                    lock.fence().isPresent() ? lock.fence().getAsLong() : null,
                    lock.waiting().isPresent() ? lock.waiting().getAsInt() : null,
                    lock.leases().stream()
                            .map(lease -> ApiForeignLease.of(lock.name(), lease))
                            .toList(),
                    worst == null ? null : worst.kind().name(),
                    others.stream().map(other -> OtherDocument.of(other, now)).toList());
        }
    }

    /**
     * A further document of the same name, where there is meant to be one.
     *
     * @param etag of its acquisition, for If-Match
     * @param state held, expired, free or unreadable
     */
    record OtherDocument(
            String etag,
            String state,
            List<String> holders,
            @Nullable Instant acquired) {

        static OtherDocument of(ForeignLock lock, Instant now) {
            return new OtherDocument(
                    SourcesApi.etag(lock),
                    SourcesApi.state(lock, now),
                    lock.holders(),
                    lock.acquired().orElse(null));
        }
    }

    /**
     * A lease of one of Lockkeeper's own locks.
     *
     * @param etag of this lease, for If-Match
     * @param token its fencing token
     * @param acquired since when; null of a kept lease that is idle
     * @param evicted whether an operator has evicted it
     */
    record ApiForeignLease(
            String etag,
            String holder,
            long token,
            @Nullable Instant acquired,
            boolean evicted) {

        static ApiForeignLease of(String lock, Holder lease) {
            return new ApiForeignLease(
                    SourcesApi.etag(OwnLease.of(lock, lease)),
                    OwnLease.words(lease),
                    lease.token(),
                    lease.heldSince().orElse(null),
                    lease.evicted() != null);
        }
    }

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
        Watched watched = watched(feeds, source);
        SourceSummary now = SourceSummary.of(watched);
        SourceBoard board = board(watched, now);
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
        Watched watched = watched(feeds, source);
        SourceSummary now = SourceSummary.of(watched);
        SourceBoard board = board(watched, now);
        ForeignLock lock = named(board, name);
        List<ForeignLock> others = board.all(lock.name(), MOST_DOCUMENTS).stream()
                .filter(each -> !each.id().equals(lock.id()))
                .toList();
        response.setHeader(HttpHeaders.ETAG, etag(lock));
        return ApiForeignLock.of(
                lock,
                findings.latest(LockScope.present()).worstIn(now.source().id()).get(lock.name()),
                now.at(),
                others);
    }

    private static String state(ForeignLock lock, Instant now) {
        return lock.state(now).name().toLowerCase(Locale.ROOT);
    }

    static String etag(ForeignLock lock) {
        return etag(lock.acquisition());
    }

    static String etag(Acquisition acquisition) {
        return "\"%s\"".formatted(acquisition.tag());
    }

    /** The lock, represented by the acquisition with the ETag; empty if it is not there. */
    static Optional<ForeignLock> tagged(ForeignLock lock, String etag) {
        return etag(lock).equals(etag)
                ? Optional.of(lock)
                : lock.leases().stream()
                        .map(lease -> OwnLease.of(lock.name(), lease))
                        .filter(lease -> etag(lease).equals(etag))
                        .findFirst()
                        .flatMap(lock::with);
    }

    static Watched watched(SourceFeeds feeds, String path) {
        return source(feeds, LockAddress.nameOf(path));
    }

    static Watched source(SourceFeeds feeds, String id) {
        return feeds.find(LockScope.present(), id)
                .orElseThrow(() ->
                        new ProblemException(HttpStatus.NOT_FOUND, "There is no such source.").with("source", id));
    }

    /** One that was read: an empty one would say that no lock is held. */
    static SourceBoard board(Watched watched, SourceSummary now) {
        return watched.board()
                .filter(board -> now.freshness().asOf() != null)
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The console has not read this source. %s"
                                .formatted(now.trouble())
                                .strip()));
    }

    static ForeignLock named(SourceBoard board, String path) {
        String name = LockAddress.nameOf(path);
        return board.named(name)
                .orElseThrow(() -> new ProblemException(HttpStatus.NOT_FOUND, "There is no lock of this name.")
                        .with("lock", name));
    }
}
