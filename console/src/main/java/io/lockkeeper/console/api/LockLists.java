package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.JobMark;
import io.lockkeeper.console.ask.locks.ListColumn;
import io.lockkeeper.console.ask.locks.ListLook;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.ask.locks.LockSearch;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lists locks of any source within the scope of the present user. */
@Component
final class LockLists {

    private static final int MOST = 1_000;

    private final AskedSources asked;
    private final FindingsFeed findings;
    private final Facets facets;

    LockLists(AskedSources asked, FindingsFeed findings, Facets facets) {
        this.asked = asked;
        this.findings = findings;
        this.facets = facets;
    }

    LockList list(LockQuery query, int limit, @Nullable String after) {
        int most = ProblemException.limit(limit, MOST);
        boolean byName = query.order() == ListColumn.NAME && !query.descending();
        if (after != null && !byName) {
            throw ProblemException.badRequest("after needs sort=name: in any other order, locks change places.");
        }
        ScopedBoard board = asked.board(query.source());
        BoardSnapshot now = AskedSources.read(board);
        Map<String, Finding> worst = findings.latest(now.scope()).worstIn(query.source());
        Function<Lock, JobMark> jobs = JobMark.of(board, board.readJobs(), now.serverTime());
        Function<Lock, Map<String, Object>> known = facets.listing(board);
        List<Lock> all = query.of(now, worst, jobs).stream()
                .filter(lock -> !lock.isForeign())
                .toList();
        List<Lock> rest = after == null
                ? all
                : all.stream().filter(lock -> lock.name().compareTo(after) > 0).toList();
        List<Lock> some = rest.subList(0, Math.min(most, rest.size()));
        return new LockList(
                now.serverTime(),
                ApiSource.word(now.freshness()),
                now.notice(),
                all.size(),
                query.lacksFree(now),
                some.stream()
                        .map(lock -> LockLine.of(lock, worst.get(lock.name()), known.apply(lock), now.serverTime()))
                        .toList(),
                byName && some.size() < rest.size() ? some.getLast().name() : null);
    }

    LockQuery query(String source, String search, String sort, boolean free) {
        String fault = LockSearch.of(search).fault();
        if (!fault.isEmpty()) {
            throw ProblemException.badRequest(fault);
        }
        boolean descending = sort.startsWith("-");
        Optional<ListColumn> order = ListColumn.sortedBy(descending ? sort.substring(1) : sort);
        if (order.isEmpty() && !sort.isEmpty()) {
            throw ProblemException.badRequest(
                    "sort is \"%s\"; it must be name, holder, held, left, waiters, token or job.".formatted(sort));
        }
        return new LockQuery(source, search, free, order.orElse(null), descending, ListLook.USUAL);
    }

    /**
     * A part of the locks.
     *
     * @param asOf the moment for which it is complete, by the server's clock
     * @param freshness {@code live}, {@code behind} or {@code disconnected}
     * @param total how many match; more than are listed where {@code locks} is shorter
     * @param moreFree whether free locks were asked for of which the console does not keep all: it knows the 1,000 that became free
     *     last, and any other only by its name
     * @param next the value of {@code after} that asks for what follows; null where nothing does, or in another order than by name
     */
    record LockList(
            Instant asOf,
            String freshness,
            String notice,
            int total,
            boolean moreFree,
            List<LockLine> locks,
            @Nullable String next) {}
}
