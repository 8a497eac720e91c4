package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.past.PastReading;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.loops.HeavyReads;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.CostReading;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The history of leases. */
@CommonProblems
@KeepsToScope
@Tag(name = "history-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class HistoryApi {

    private static final int MOST = 1_000;
    private static final Duration LONGEST = Duration.ofDays(366);

    private final PastReading past;
    private final CostReading costs;
    private final History history;
    private final AskedSources asked;
    private final ServerClock clock;
    private final HeavyReads heavy;

    HistoryApi(
            PastReading past,
            CostReading costs,
            History history,
            AskedSources asked,
            ServerClock clock,
            HeavyReads heavy) {
        this.past = past;
        this.costs = costs;
        this.history = history;
        this.asked = asked;
        this.clock = clock;
        this.heavy = heavy;
    }

    /**
     * Past holds of a lock.
     *
     * @param holds those that have ended, the one that ended last first
     * @param more whether there are more of them
     * @param gaps the times since the oldest of them ended of which nothing of the source was recorded, the earliest first
     */
    record HoldHistory(List<PastHold> holds, boolean more, List<HistoryAnswer.Unrecorded> gaps) {}

    @Operation(
            operationId = "history",
            summary = "Answers who held what at a moment, or in a time before it",
            description =
                    "Without window, what was held at moment; with one, as in PT1H or P7D, what was granted in so long"
                            + " a time before it. lock, service, host and operator are exact; source limits the answer to"
                            + " the source with that id, or - to the console's first collection. gaps are the times of which nothing was recorded.")
    @MayBeMissing
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
        int most = ProblemException.limit(limit, MOST);
        PastQuestion asked = question(source, moment, window, lock, service, host, operator);
        return heavy.read(() -> HistoryAnswer.of(past.read(asked, most), most));
    }

    @Operation(
            operationId = "costs",
            summary = "Answers who cost whom in a time before a moment",
            description =
                    "Adds up, by holding and waiting service, how long requests waited while a lease was held: of all"
                            + " locks, or by lock or by prefix of their names (group: SERVICE, LOCK, PREFIX). window as"
                            + " in PT1H or P7D, an hour unless set. lock, service and host are exact; a service or host"
                            + " limits the answer to what it held and what it waited for. source limits it to the source"
                            + " with that id. unrecorded names the sources that have no queues.")
    @MayBeMissing
    @GetMapping("/history/costs")
    CostsAnswer costs(
            @RequestParam(required = false) @Nullable Instant moment,
            @RequestParam(defaultValue = "PT1H") String window,
            @RequestParam(defaultValue = "SERVICE") CostGroup group,
            @RequestParam(defaultValue = "") String lock,
            @RequestParam(defaultValue = "") String service,
            @RequestParam(defaultValue = "") String host,
            @RequestParam(defaultValue = "") String source,
            @RequestParam(defaultValue = "100") int limit) {
        int most = ProblemException.limit(limit, MOST);
        String hour = window.isEmpty() ? "PT1H" : window;
        PastQuestion wanted = question(source, moment, hour, lock, service, host, "");
        return heavy.read(() -> CostsAnswer.of(costs.read(wanted, group), most));
    }

    @Operation(
            operationId = "holds",
            summary = "Answers the past holds of a lock",
            description =
                    "Ended holds, the latest first, with those whose beginning is unknown, which the history leaves out."
                            + " Empty for a lock that was never seen.")
    @MayBeMissing
    @GetMapping("/locks/{source}/{name}/history")
    HoldHistory holds(
            @PathVariable String source, @PathVariable String name, @RequestParam(defaultValue = "100") int limit) {
        int most = ProblemException.limit(limit, MOST);
        LockId lock = asked.board(LockAddress.sourceOf(source)).lock(LockAddress.nameOf(name));
        if (!LockScope.present().sees(lock)) {
            throw ProblemException.noLock(lock.name());
        }
        return heavy.read(() -> holds(lock, most));
    }

    private HoldHistory holds(LockId lock, int most) {
        List<LeaseRecord> ended = history.newestOf(lock, most + 1).stream()
                .filter(lease -> lease.endedAt() != null)
                .sorted(Comparator.comparing(LeaseRecord::endedAt).reversed())
                .toList();
        List<LeaseRecord> shown = ended.stream().limit(most).toList();
        Instant since = shown.isEmpty()
                ? Instant.EPOCH
                : Objects.requireNonNull(shown.getLast().endedAt(), "filtered");
        return new HoldHistory(
                shown.stream().map(PastHold::of).toList(),
                ended.size() > most,
                history.gapsSince(lock, since).stream()
                        .filter(gap -> !gap.isOutage())
                        .map(HistoryAnswer.Unrecorded::of)
                        .toList());
    }

    private PastQuestion question(
            String source,
            @Nullable Instant moment,
            String window,
            String lock,
            String service,
            String host,
            String operator) {
        LockScope seen = LockScope.present();
        LockScope scope = source.isEmpty()
                ? seen
                : seen.ofSource(asked.of(AskedSources.id(source)).source().id());
        Instant until = Objects.requireNonNullElse(moment, clock.now());
        Duration time = window(window);
        return ProblemException.checked(() -> new PastQuestion(scope, until, time, lock, service, host, operator));
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
