package io.lockkeeper.console.api;

import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.history.DigestSum;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.console.history.Party;
import io.lockkeeper.console.history.PastQuestion;
import io.lockkeeper.console.holds.HeldThen;
import io.lockkeeper.console.holds.HoldRecord;
import io.lockkeeper.console.past.PastAnswer;
import io.lockkeeper.console.past.PastReading;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.scope.LockScope;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
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
    private final ServerClock clock;

    HistoryApi(PastReading past, ServerClock clock) {
        this.past = past;
        this.clock = clock;
    }

    /**
     * What the history tells.
     *
     * @param moment the moment asked about
     * @param leases held then, the longest held first; or granted in the time before it, the latest first
     * @param total how many there are; of more than 10,000 no more are counted
     * @param holds of locks of other libraries, in the same order; none if a service, host or operator is asked for, of which
     *     these locks tell nothing
     * @param moreHolds whether there are more of them
     * @param counted of locks that changed too often to record each lease, what the others came to beside these
     * @param gap why something is missing of the time asked about, in a sentence; null if nothing is
     * @param recordedSince how far back the history reaches; null if nothing was ever recorded
     */
    record HistoryAnswer(
            Instant moment,
            List<PastLease> leases,
            long total,
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
     * A hold of another library's lock; what is null is not known, or has not happened.
     *
     * @param source the source's id
     * @param holder who, in words
     * @param acquiredAt when, by the library's own clock
     * @param ending RELEASED, EXPIRED, EVICTED or UNKNOWN
     */
    record PastHold(
            String source,
            String lock,
            @Nullable String holder,
            Instant acquiredAt,
            @Nullable Instant endedAt,
            @Nullable String ending,
            @Nullable Long heldMillis) {

        static PastHold of(HeldThen held) {
            HoldRecord hold = held.hold();
            return new PastHold(
                    held.source(),
                    held.lock(),
                    held.holder().isEmpty() ? null : held.holder(),
                    held.since(),
                    hold == null ? null : hold.until(),
                    hold == null ? null : hold.endingName(),
                    hold == null ? null : hold.held().map(Duration::toMillis).orElse(null));
        }
    }

    @Operation(
            summary = "Answers who held what at a moment, or in a time before it",
            description =
                    "Without window, what was held at moment; with one, as in PT1H or P7D, what was granted in so long a time"
                            + " before it. lock, service, host and operator are exact.")
    @GetMapping("/history")
    HistoryAnswer history(
            @RequestParam(required = false) @Nullable Instant moment,
            @RequestParam(defaultValue = "") String window,
            @RequestParam(defaultValue = "") String lock,
            @RequestParam(defaultValue = "") String service,
            @RequestParam(defaultValue = "") String host,
            @RequestParam(defaultValue = "") String operator,
            @RequestParam(defaultValue = "100") int limit) {
        int most = LiveLocks.limit(limit, MOST);
        PastQuestion asked = question(
                Objects.requireNonNullElse(moment, clock.now()), window(window), lock, service, host, operator);
        PastAnswer found = past.read(asked, most);
        return new HistoryAnswer(
                asked.moment(),
                found.leases().stream().map(PastLease::of).toList(),
                found.count(),
                found.foreign().stream().map(PastHold::of).toList(),
                found.moreForeign(),
                found.counted(),
                found.gap().map(gap -> gap.why()).orElse(null),
                found.begun());
    }

    private static PastQuestion question(
            Instant moment, @Nullable Duration window, String lock, String service, String host, String operator) {
        return ProblemException.checked(
                () -> new PastQuestion(LockScope.present(), moment, window, lock, service, host, operator));
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
