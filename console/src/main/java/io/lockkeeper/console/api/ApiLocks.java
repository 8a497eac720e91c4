package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.LockReader;
import io.lockkeeper.console.ask.locks.LockSummaries;
import io.lockkeeper.console.ask.locks.LockSummary;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.people.notes.LinkFields;
import io.lockkeeper.console.people.notes.LockNotes;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.holds.LockJob;
import io.lockkeeper.console.remember.holds.LockJobs;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Answers all that is known of one lock of any source. Waits for MongoDB. */
@Component
final class ApiLocks {

    private final LockReader reader;
    private final AskedSources asked;
    private final FindingsFeed findings;
    private final LockSummaries summaries;
    private final LockNotes notes;
    private final LockJobs jobs;
    private final History history;

    ApiLocks(
            LockReader reader,
            AskedSources asked,
            FindingsFeed findings,
            LockSummaries summaries,
            LockNotes notes,
            LockJobs jobs,
            History history) {
        this.reader = reader;
        this.asked = asked;
        this.findings = findings;
        this.summaries = summaries;
        this.notes = notes;
        this.jobs = jobs;
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
        Optional<LockJob> job = job(board, id.name());
        return board.find(id.name())
                .map(lock -> answer(lock, board, job, summaries.of(lock, board, board.now())))
                .or(() -> absent(board, id, job))
                .orElseThrow(() -> ProblemException.noLock(id.name()));
    }

    /** The same of one of Lockkeeper's own, as it was just read. */
    ApiLock of(Lock lock, ScopedBoard board) {
        return answer(lock, board, Optional.empty(), summaries.of(lock, board, board.now()));
    }

    private Optional<ApiLock> absent(ScopedBoard board, LockId id, Optional<LockJob> job) {
        boolean known = job.filter(it -> it.told().isPresent()).isPresent() || wasHere(id);
        return Optional.<Lock>of(new Lock.Library(DialectLock.absent(id.name()), 0))
                .filter(lock -> known && board.hasAll())
                .map(lock -> answer(lock, board, job, summaries.absent(id.name(), board, board.now())));
    }

    private boolean wasHere(LockId lock) {
        try {
            return !history.newestOf(lock, 1).isEmpty();
        } catch (DataAccessException e) {
            return false;
        }
    }

    /** The lock's job; empty also if the history cannot be read. */
    private Optional<LockJob> job(ScopedBoard board, String lock) {
        try {
            return board.watched().flatMap(source -> jobs.of(source, lock));
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }

    private ApiLock answer(Lock lock, ScopedBoard board, Optional<LockJob> job, LockSummary said) {
        LockId id = board.lock(lock.name());
        Instant now = board.now();
        Function<Lock, LockLine> line = each -> LockLine.of(
                each,
                findings.latest(board.scope()).worstIn(id.source()).get(each.name()),
                job.map(ApiJob::of).orElse(null),
                now);
        return ApiLock.of(
                lock,
                line.apply(lock),
                said,
                said.facts().holders().stream()
                        .map(lease -> ApiLease.of(
                                lease,
                                findings.standingSince(
                                        id.source(), lease.holder().acquirer())))
                        .toList(),
                notes.about(LinkFields.of(id, lock.holder())).orElse(null),
                others(lock, board).stream().map(line).toList());
    }

    private static List<Lock> others(Lock lock, ScopedBoard board) {
        return lock instanceof Lock.Library
                ? board.all(lock.name()).stream()
                        .filter(each -> !each.id().equals(lock.id()))
                        .toList()
                : List.of();
    }
}
