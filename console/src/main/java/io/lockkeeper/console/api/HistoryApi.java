package io.lockkeeper.console.api;

import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.history.DigestSum;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.console.history.Party;
import io.lockkeeper.console.history.PastQuestion;
import io.lockkeeper.console.holds.HoldRecords;
import io.lockkeeper.console.holds.PastHolds;
import io.lockkeeper.console.past.PastAnswer;
import io.lockkeeper.console.past.PastReading;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.source.SourceFeeds;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who held what in the past. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class HistoryApi {

    private static final int MOST = 1_000;
    private static final Duration LONGEST = Duration.ofDays(366);

    private final PastReading past;
    private final PastHolds holds;
    private final HoldRecords records;
    private final SourceFeeds feeds;
    private final ServerClock clock;

    HistoryApi(PastReading past, PastHolds holds, HoldRecords records, SourceFeeds feeds, ServerClock clock) {
        this.past = past;
        this.holds = holds;
        this.records = records;
        this.feeds = feeds;
        this.clock = clock;
    }

    /**
     * What the history tells.
     *
     * @param moment the moment asked about
     * @param leases held then, the longest held first; or granted in the time before it, the latest first
     * @param total how many there are; of more than 10,000 no more are counted
     * @param takenOut waiters whom operators took out of queues in the time, the latest first; none of a moment
     * @param moreTakenOut whether there are more of them
     * @param holds of locks of other libraries, in the same order; none if a service, host or operator is asked for, of which
     *     these locks tell nothing
     * @param moreHolds whether there are more of them
     * @param counted of locks that changed too often to record each lease, what the others came to beside these
     * @param gap why leases are missing of the time asked about, in a sentence; null if none are. Holds that ended while no console
     *     watched their source are missing as well, and nobody knows them
     * @param recordedSince how far back the history of the leases reaches; null if none was ever recorded, or none is asked for
     */
    record HistoryAnswer(
            Instant moment,
            List<PastLease> leases,
            long total,
            List<PastWait> takenOut,
            boolean moreTakenOut,
            List<PastHold> holds,
            boolean moreHolds,
            List<DigestSum> counted,
            @Nullable String gap,
            @Nullable Instant recordedSince) {}

    /**
     * A lease of the past; what is null is not known, or has not happened.
     *
     * @param heldMillis how long it was held; unknown of a lease that its agent kept from one use to the next
     * @param keptMillis how long it was kept
     * @param uses how many uses a kept one had, by its last renewal
     */
    record PastLease(
            String lock,
            long token,
            @Nullable Party holder,
            Instant grantedAt,
            @Nullable Instant askedAt,
            @Nullable Long waitedMillis,
            @Nullable Instant endedAt,
            @Nullable String ending,
            @Nullable Long heldMillis,
            @Nullable Long keptMillis,
            @Nullable Integer uses,
            @Nullable Integer waiters,
            ApiLease.@Nullable Mark evicted) {

        static PastLease of(LeaseRecord lease) {
            return new PastLease(
                    lease.key().lock(),
                    lease.key().token(),
                    lease.holder(),
                    lease.grantedAt(),
                    lease.askedAt(),
                    lease.waitedMillis(),
                    lease.endedAt(),
                    lease.ending() == null ? null : lease.ending().name(),
                    lease.isKept() ? null : lease.heldMillis(),
                    lease.isKept() ? lease.heldMillis() : null,
                    lease.uses(),
                    lease.waiters(),
                    ApiLease.Mark.of(lease.evicted()));
        }
    }

    /**
     * Past holds of a lock.
     *
     * @param holds those that have ended, the one that ended last first
     * @param more whether there are more of them
     */
    record HoldHistory(List<PastHold> holds, boolean more) {}

    @Operation(
            summary = "Answers who held what at a moment, or in a time before it",
            description =
                    "Without window, what was held at moment; with one, as in PT1H or P7D, what was granted in so long a time"
                            + " before it. lock, service, host and operator are exact; source is the id of a source, of which"
                            + " alone you then hear.")
    @MayBeNoSource
    @GetMapping("/history")
    HistoryAnswer history(
            @RequestParam(required = false) @Nullable Instant moment,
            @RequestParam(defaultValue = "") String window,
            @RequestParam(defaultValue = "") String lock,
            @RequestParam(defaultValue = "") String service,
            @RequestParam(defaultValue = "") String host,
            @RequestParam(defaultValue = "") String operator,
            @RequestParam(defaultValue = "") String source,
            @RequestParam(defaultValue = "100") int limit) {
        int most = LiveLocks.limit(limit, MOST);
        LockScope scope = source.isEmpty() ? LockScope.present() : within(source);
        PastQuestion asked = question(
                scope, Objects.requireNonNullElse(moment, clock.now()), window(window), lock, service, host, operator);
        return source.isEmpty() ? all(asked, most) : ofSource(asked, most);
    }

    private HistoryAnswer all(PastQuestion asked, int most) {
        PastAnswer found = past.read(asked, most);
        return new HistoryAnswer(
                asked.moment(),
                found.leases().stream().map(PastLease::of).toList(),
                found.count(),
                found.takenOut().stream().map(PastWait::of).toList(),
                found.moreTakenOut(),
                found.foreign().stream().map(PastHold::of).toList(),
                found.moreForeign(),
                found.counted(),
                found.gap().map(gap -> gap.why()).orElse(null),
                found.begun());
    }

    private HistoryAnswer ofSource(PastQuestion asked, int most) {
        List<PastHold> found =
                holds.of(asked, most + 1).stream().map(PastHold::of).toList();
        return new HistoryAnswer(
                asked.moment(),
                List.of(),
                0,
                List.of(),
                false,
                first(found, most),
                found.size() > most,
                List.of(),
                null,
                null);
    }

    @Operation(
            summary = "Answers the past holds of a lock of a source",
            description =
                    "Those that have ended, the latest first, including those whose beginning is unknown, which are in"
                            + " no answer of the history. None for a lock that was never seen.")
    @MayBeNoSource
    @GetMapping("/sources/{source}/locks/{name}/history")
    HoldHistory holds(
            @PathVariable String source, @PathVariable String name, @RequestParam(defaultValue = "100") int limit) {
        int most = LiveLocks.limit(limit, MOST);
        String id = SourcesApi.watched(feeds, source).source().id();
        List<PastHold> found = records.of(id, LockAddress.nameOf(name), most + 1).stream()
                .map(PastHold::of)
                .toList();
        return new HoldHistory(first(found, most), found.size() > most);
    }

    private static List<PastHold> first(List<PastHold> found, int most) {
        return found.subList(0, Math.min(most, found.size()));
    }

    private LockScope within(String source) {
        SourcesApi.source(feeds, source);
        return LockScope.present().and(new LockScope(List.of(), List.of(source)));
    }

    private static PastQuestion question(
            LockScope scope,
            Instant moment,
            @Nullable Duration window,
            String lock,
            String service,
            String host,
            String operator) {
        return ProblemException.checked(() -> new PastQuestion(scope, moment, window, lock, service, host, operator));
    }

    private static @Nullable Duration window(String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            Duration window = Duration.parse(text);
            if (window.isPositive() && window.compareTo(LONGEST) <= 0) {
                return window;
            }
        } catch (DateTimeParseException e) {
            // said below
        }
        throw ProblemException.badRequest(
                "window is \"%s\"; it must be a time as in PT1H or P7D, of at most a year.".formatted(text));
    }
}
