package io.lockkeeper.console.face.locks;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ask.locks.JobMark;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.ExportedList;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/** What the Locks page lists. */
@Component
class LockFiles implements ExportedList {

    private static final String MORE_FREE = String.format(
            Locale.ROOT, "Of the free locks, only the %,d that became free last are here.", Board.FREE_KEPT);

    private final Boards boards;
    private final FindingsFeed findings;

    LockFiles(Boards boards, FindingsFeed findings) {
        this.boards = boards;
        this.findings = findings;
    }

    @Override
    public String name() {
        return "locks";
    }

    @Override
    public Asked asked(QueryParameters parameters) {
        LockQuery asked = LockQuery.of(parameters);
        ScopedBoard board = boards.of(LockScope.present(), asked.source());
        if (board.watched().isEmpty()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such source.");
        }
        BoardSnapshot now = board.snapshot();
        if (!asked.source().isEmpty() && now.freshness().asOf() == null) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "The console has not read this source.");
        }
        return new Asked(now.serverTime(), most -> export(asked, board, now));
    }

    private Export export(LockQuery asked, ScopedBoard from, BoardSnapshot board) {
        var worst = findings.latest(board.scope()).worstIn(asked.source());
        Instant now = board.serverTime();
        Function<Lock, JobMark> jobs = JobMark.of(from, from.readJobs(), now);
        return new Export(
                "locks",
                LockFields.NAMES,
                asked.of(board, worst, jobs).stream()
                        .flatMap(lock ->
                                LockFields.of(asked.source(), lock, worst.get(lock.name()), jobs.apply(lock), now)),
                "Narrow the search.",
                asked.lacksFree(board) ? MORE_FREE : "");
    }
}
