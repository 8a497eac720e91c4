package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.LockReader;
import io.lockkeeper.console.ask.locks.LockSummaries;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.people.notes.AboutLock;
import io.lockkeeper.console.people.notes.LinkFields;
import io.lockkeeper.console.people.notes.LockNotes;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.holds.LockJob;
import io.lockkeeper.console.remember.holds.LockJobs;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Answers all that is known of one lock. Waits for MongoDB. */
@Component
final class ApiLocks {

    private final LiveLocks live;
    private final LockReader reader;
    private final AskedSources asked;
    private final AgentLives lives;
    private final FindingsFeed findings;
    private final LockSummaries summaries;
    private final LockNotes notes;
    private final LockJobs jobs;
    private final History history;
    private final ServerClock clock;

    ApiLocks(
            LiveLocks live,
            LockReader reader,
            AskedSources asked,
            AgentLives lives,
            FindingsFeed findings,
            LockSummaries summaries,
            LockNotes notes,
            LockJobs jobs,
            History history,
            ServerClock clock) {
        this.live = live;
        this.reader = reader;
        this.asked = asked;
        this.lives = lives;
        this.findings = findings;
        this.summaries = summaries;
        this.notes = notes;
        this.jobs = jobs;
        this.history = history;
        this.clock = clock;
    }

    /**
     * A lock of the first collection.
     *
     * @throws ProblemException if there is none of this name within the scope of the present user
     */
    ApiLock first(String name) {
        return live.find(name)
                .filter(Lock::isKept)
                .or(() -> reader.read(LockScope.present(), name))
                .filter(it -> !it.isForeign())
                .map(this::of)
                .orElseThrow(() -> ProblemException.noLock(name));
    }

    /**
     * A lock of a source. One that has no document now is free, if its job or its history is known.
     *
     * @throws ProblemException if there is no such source or lock within the scope of the present user
     */
    ApiForeignLock inSource(LockId lock) {
        Watched watched = asked.of(lock.source());
        ScopedBoard board = asked.board(watched);
        Optional<LockJob> job = job(watched, lock.name());
        Optional<Lock> found = board.find(lock.name());
        DialectLock facts = found.map(Lock::facts)
                .or(() -> absent(board, lock, job))
                .orElseThrow(() -> ProblemException.noLock(lock.name()));
        List<DialectLock> others = board.all(lock.name()).stream()
                .filter(each -> !each.id().equals(facts.id()))
                .map(Lock::facts)
                .toList();
        return ApiForeignLock.of(
                facts,
                findings.latest(LockScope.present()).worstIn(lock.source()).get(lock.name()),
                watched.now(),
                job.map(ApiJob::of).orElse(null),
                notes.about(LinkFields.of(lock, found.flatMap(Lock::holder))).orElse(null),
                others);
    }

    /** A lock without a document, free as on its page if a document would be on the board and anything is known of it. */
    private Optional<DialectLock> absent(ScopedBoard board, LockId lock, Optional<LockJob> job) {
        boolean known = job.filter(it -> it.told().isPresent()).isPresent() || wasHere(lock);
        return known && board.hasAll() ? Optional.of(DialectLock.absent(lock.name())) : Optional.empty();
    }

    private boolean wasHere(LockId lock) {
        try {
            return !history.newestOf(lock, 1).isEmpty();
        } catch (DataAccessException e) {
            return false;
        }
    }

    /** The lock's job; empty also if the history cannot be read. */
    private Optional<LockJob> job(Watched watched, String lock) {
        try {
            return jobs.of(watched, lock);
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }

    ApiLock of(Lock lock) {
        Instant now = clock.now();
        List<ApiLease> holders = lock.holders().stream()
                .map(holder -> ApiLease.of(
                        holder, lives.of(holder), findings.standingSince(LockId.FIRST, holder.acquirer()), now))
                .toList();
        LinkFields fields = LinkFields.of(LockId.first(lock.name()), lock.holder());
        AboutLock about = notes.about(fields).orElse(null);
        return ApiLock.of(lock, summaries.of(lock, now), holders, about, now);
    }
}
