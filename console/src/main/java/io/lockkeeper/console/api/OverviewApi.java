package io.lockkeeper.console.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockkeeper.console.ask.overview.LeadingLocks;
import io.lockkeeper.console.ask.overview.Overviews;
import io.lockkeeper.console.ask.overview.PlacedBoard;
import io.lockkeeper.console.ask.overview.Slice;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.Busy;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.AgentDocument;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The findings that need attention, and the last hour. */
@CommonProblems
@KeepsToScope
@Tag(name = "overview-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class OverviewApi {

    private final AskedSources asked;
    private final FindingsFeed findings;
    private final AgentLives lives;
    private final Overviews overviews;

    OverviewApi(AskedSources asked, FindingsFeed findings, AgentLives lives, Overviews overviews) {
        this.asked = asked;
        this.findings = findings;
        this.lives = lives;
        this.overviews = overviews;
    }

    /**
     * What the first page shows.
     *
     * @param held how many locks are held, in all sources
     * @param waiting how many waiters there are, in the same
     * @param sources the same of each source, the console's first collection before the others
     * @param hour the last hour of the console's first collection, minute by minute, the newest last
     * @param leading the locks that stand out
     * @param silent the agents that have gone silent, the first five; null if unknown
     * @param silentAgents how many these are; null if unknown
     */
    record OverviewAnswer(
            Instant asOf,
            String freshness,
            int held,
            int waiting,
            List<SourceCount> sources,
            @JsonUnwrapped Judged judged,
            List<Minute> hour,
            @JsonUnwrapped Leading leading,
            @Nullable List<SilentAgent> silent,
            @Nullable Integer silentAgents) {}

    /**
     * How many findings there are.
     *
     * @param judged whether they are known just now; if not, their numbers are those of the last time
     * @param judgedSecondsAgo how long ago they were judged
     * @param findings how many there are of each severity, the most urgent first
     */
    record Judged(boolean judged, long judgedSecondsAgo, List<SeverityCount> findings) {}

    /**
     * The locks that stand out, five of each kind.
     *
     * @param longestHeld those that have been held longest
     * @param mostWaited those for which most wait
     * @param busiest those of the console's first collection that were granted most often in the last whole minute
     */
    record Leading(List<LeadingLock> longestHeld, List<LeadingLock> mostWaited, List<Busy> busiest) {}

    /**
     * One minute of the last hour.
     *
     * @param seen whether a console saw it; if not, nothing is known of it
     * @param held the most locks that were held at a time
     * @param grants how many leases were granted
     * @param evictions how many leases were evicted
     * @param partlyUnseen whether MongoDB did not answer a console during a part of it
     */
    record Minute(boolean seen, int held, int waiting, int grants, int evictions, boolean partlyUnseen) {

        static Minute of(Slice slice) {
            return new Minute(
                    slice.seen(),
                    slice.held(),
                    slice.waiting(),
                    slice.grants(),
                    slice.evictions(),
                    slice.partlyUnseen());
        }
    }

    /**
     * How many locks of a source are in use.
     *
     * @param source its id; null for the console's first collection
     * @param collection its database and collection
     */
    record SourceCount(@Nullable String source, String collection, String freshness, int held, int waiting) {

        static SourceCount of(PlacedBoard source) {
            BoardSnapshot now = source.board();
            return new SourceCount(
                    stored(source), source.place(), ApiSource.word(now.freshness()), now.held(), now.waiting());
        }

        private static @Nullable String stored(PlacedBoard source) {
            return source.source().equals(LockId.FIRST) ? null : source.source();
        }
    }

    /**
     * A lock that stands out.
     *
     * @param source the id of its source; null for the console's first collection
     * @param path the name as one segment of an address
     * @param holder who holds it, in words; empty where that is unknown
     * @param heldSince null where that is unknown, or the lock is free
     * @param finding the kind of the worst that was found of it, or null
     */
    record LeadingLock(
            @Nullable String source,
            String name,
            String path,
            String state,
            String holder,
            @Nullable Instant heldSince,
            int waiting,
            @Nullable String finding) {

        static LeadingLock of(LeadingLocks.Leading it, FindingsSnapshot wrong) {
            Lock lock = it.lock();
            Finding worst = wrong.worstIn(it.in().source()).get(lock.name());
            return new LeadingLock(
                    SourceCount.stored(it.in()),
                    lock.name(),
                    LockAddress.of(lock.name()),
                    lock.state(it.in().board().serverTime()).words(),
                    lock.heldBy(),
                    lock.heldSince().equals(Instant.MAX) ? null : lock.heldSince(),
                    lock.waiters(),
                    worst == null ? null : worst.kind().name());
        }
    }

    /** The number of findings of a severity. */
    record SeverityCount(String severity, long count) {}

    /** An agent that has not been heard of for too long. */
    record SilentAgent(String agent, String service, String instance, Instant lastSeen) {

        static SilentAgent of(AgentDocument agent) {
            return new SilentAgent(agent.id(), agent.service(), agent.instance(), agent.lastSeen());
        }
    }

    @Operation(
            operationId = "overview",
            summary = "Answers what needs somebody now, and what happened in the last hour",
            description = "Of each list the first five; the other addresses have the whole of them.")
    @GetMapping("/overview")
    OverviewAnswer overview() {
        BoardSnapshot now = asked.first();
        List<PlacedBoard> sources = overviews.sources(now);
        FindingsSnapshot wrong = findings.latest(now.scope());
        List<AgentDocument> silent = lives.silent().orElse(null);
        return new OverviewAnswer(
                now.serverTime(),
                ApiSource.word(now.freshness()),
                sources.stream().mapToInt(it -> it.board().held()).sum(),
                sources.stream().mapToInt(it -> it.board().waiting()).sum(),
                sources.stream().map(SourceCount::of).toList(),
                new Judged(
                        wrong.asOf() != null && wrong.current(),
                        findings.age().toSeconds(),
                        Arrays.stream(Severity.values())
                                .map(each -> new SeverityCount(each.words(), wrong.count(each)))
                                .toList()),
                overviews.hour(now.scope()).stream().map(Minute::of).toList(),
                new Leading(
                        lines(LeadingLocks.longestHeld(sources), wrong),
                        lines(LeadingLocks.mostWaited(sources), wrong),
                        findings.busiest(now.scope(), LeadingLocks.LISTED)),
                silent == null
                        ? null
                        : silent.stream()
                                .limit(LeadingLocks.LISTED)
                                .map(SilentAgent::of)
                                .toList(),
                silent == null ? null : silent.size());
    }

    private static List<LeadingLock> lines(List<LeadingLocks.Leading> locks, FindingsSnapshot wrong) {
        return locks.stream().map(lock -> LeadingLock.of(lock, wrong)).toList();
    }
}
