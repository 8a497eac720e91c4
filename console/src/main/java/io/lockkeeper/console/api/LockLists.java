package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.ListColumn;
import io.lockkeeper.console.ask.locks.ListLook;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.ask.locks.LockSearch;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.remember.holds.LockJob;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.JobRule;
import io.lockkeeper.console.watch.source.ListedJobs.Known;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lists locks within the scope of the present user. */
@Component
final class LockLists {

    private static final int MOST = 1_000;

    private final LiveLocks live;
    private final AskedSources asked;
    private final FindingsFeed findings;

    LockLists(LiveLocks live, AskedSources asked, FindingsFeed findings) {
        this.live = live;
        this.asked = asked;
        this.findings = findings;
    }

    /**
     * Locks of a source.
     *
     * @param total how many match
     */
    record ForeignLockList(Instant asOf, String freshness, int total, List<ApiForeignLock> locks) {}

    LockList first(String q, String sort, boolean free, int limit, @Nullable String after) {
        int most = LiveLocks.limit(limit, MOST);
        LockQuery query = query(q, sort, free);
        boolean byName = query.order() == ListColumn.NAME && !query.descending();
        if (after != null && !byName) {
            throw ProblemException.badRequest("after needs sort=name: in any other order, locks change places.");
        }
        BoardSnapshot now = live.snapshot();
        Map<String, Finding> worst = findings.latest(now.scope()).worstIn(LockId.FIRST);
        List<Lock> all = query.of(now, worst);
        List<Lock> rest = after == null
                ? all
                : all.stream().filter(lock -> lock.name().compareTo(after) > 0).toList();
        List<Lock> some = rest.subList(0, Math.min(most, rest.size()));
        return new LockList(
                now.serverTime(),
                LiveLocks.word(now.freshness()),
                now.notice(),
                all.size(),
                query.lacksFree(now),
                some.stream()
                        .map(lock -> LockLine.of(lock, worst.get(lock.name()), now.serverTime()))
                        .toList(),
                byName && some.size() < rest.size() ? some.getLast().name() : null);
    }

    /** @param q a part of the names or holders; blank for all locks */
    ForeignLockList in(String source, String q, int limit) {
        int most = LiveLocks.limit(limit, MOST);
        Watched watched = asked.of(source);
        SourceSummary now = SourceSummary.of(watched);
        ScopedBoard board = asked.board(watched);
        Known jobs = board.readJobs();
        Optional<JobRule> rule = watched.dialect().flatMap(Dialect::job);
        List<Lock> found = q.isBlank() ? board.byKind(most) : board.matching(q.strip());
        Map<String, Finding> worst = findings.latest(LockScope.present()).worstIn(source);
        return new ForeignLockList(
                now.at(),
                LiveLocks.word(now.freshness()),
                q.isBlank() ? now.counts().all() : found.size(),
                found.stream()
                        .limit(most)
                        .map(lock -> ApiForeignLock.of(
                                lock.facts(),
                                worst.get(lock.name()),
                                now.at(),
                                rule.map(it -> ApiJob.of(LockJob.listed(it, jobs, lock.facts())))
                                        .orElse(null)))
                        .toList());
    }

    private static LockQuery query(String search, String sort, boolean free) {
        String fault = LockSearch.of(search).fault();
        if (!fault.isEmpty()) {
            throw ProblemException.badRequest(fault);
        }
        boolean descending = sort.startsWith("-");
        Optional<ListColumn> order =
                ListColumn.sortedBy(descending ? sort.substring(1) : sort).filter(it -> it != ListColumn.JOB);
        if (order.isEmpty() && !sort.isEmpty()) {
            throw ProblemException.badRequest(
                    "sort is \"%s\"; it must be name, holder, held, left, waiters or token.".formatted(sort));
        }
        return new LockQuery(LockId.FIRST, search, free, order.orElse(null), descending, ListLook.USUAL);
    }
}
