package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.LockReader;
import io.lockkeeper.console.ask.locks.LockSummaries;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Known;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Answers all that is known of one lock of any source. Waits for MongoDB. */
@Component
final class ApiLocks {

    private final LockReader reader;
    private final AskedSources asked;
    private final FindingsFeed findings;
    private final LockSummaries summaries;
    private final Facets facets;
    private final History history;

    ApiLocks(
            LockReader reader,
            AskedSources asked,
            FindingsFeed findings,
            LockSummaries summaries,
            Facets facets,
            History history) {
        this.reader = reader;
        this.asked = asked;
        this.findings = findings;
        this.summaries = summaries;
        this.facets = facets;
        this.history = history;
    }

    /**
     * All that is known of the lock. One of Lockkeeper's own that the board does not keep is read; another library's that has no document
     * is free, if its job or its history is known.
     *
     * @throws ProblemException if there is no such source or lock within the scope of the present user
     */
    ApiLock of(LockId id) {
        ScopedBoard board = asked.board(id.source());
        if (asked.isOurs(id.source())) {
            return board.find(id.name())
                    .filter(Lock::isKept)
                    .or(() -> reader.read(board.scope(), id))
                    .filter(lock -> !lock.isForeign())
                    .map(lock -> of(lock, board))
                    .orElseThrow(() -> ProblemException.noLock(id.name()));
        }
        BoardSnapshot unused = AskedSources.read(board);
        return board.find(id.name())
                .map(lock -> of(lock, board))
                .or(() -> absent(board, id))
                .orElseThrow(() -> ProblemException.noLock(id.name()));
    }

    /** The same of a lock that was just read. */
    ApiLock of(Lock lock, ScopedBoard board) {
        return answer(lock, board, read(board.lock(lock.name())), summaries.of(lock, board, board.now()));
    }

    private Optional<ApiLock> absent(ScopedBoard board, LockId id) {
        List<Known<?>> known = read(id);
        boolean isKnown = known.stream().anyMatch(each -> each.idle().isPresent()) || wasHere(id);
        return Optional.<Lock>of(new Lock.Library(DialectLock.absent(id.name()), 0))
                .filter(lock -> isKnown && board.hasAll())
                .map(lock -> answer(lock, board, known, summaries.absent(id.name(), board, board.now())));
    }

    private boolean wasHere(LockId lock) {
        try {
            return !history.newestOf(lock, 1).isEmpty();
        } catch (DataAccessException e) {
            return false;
        }
    }

    /** What is read of the lock beside its document; nothing also if the history cannot be read. */
    private List<Known<?>> read(LockId lock) {
        try {
            return facets.read(Subject.of(lock));
        } catch (DataAccessException e) {
            return List.of();
        }
    }

    private ApiLock answer(Lock lock, ScopedBoard board, List<Known<?>> read, LockSummaries.LockSummary said) {
        LockId id = board.lock(lock.name());
        Instant now = board.now();
        Finding worst = findings.latest(board.scope()).worstIn(id.source()).get(lock.name());
        Map<String, Object> known =
                Facets.fields(Stream.concat(facets.known(new Subject(id, lock.holder())).stream(), read.stream())
                        .toList());
        return ApiLock.of(
                lock,
                LockLine.of(lock, worst, known, now),
                said,
                said.facts().holders().stream()
                        .map(lease -> ApiLease.of(
                                lease,
                                findings.standingSince(
                                        id.source(), lease.holder().acquirer())))
                        .toList(),
                others(lock, board).stream()
                        .map(other -> LockLine.of(other, worst, Map.of(), now))
                        .toList());
    }

    private static List<Lock> others(Lock lock, ScopedBoard board) {
        return lock instanceof Lock.Library
                ? board.all(lock.name()).stream()
                        .filter(each -> !each.id().equals(lock.id()))
                        .toList()
                : List.of();
    }
}
