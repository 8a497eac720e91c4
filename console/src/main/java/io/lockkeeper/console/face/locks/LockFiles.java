package io.lockkeeper.console.face.locks;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ask.locks.JobMark;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.Exports;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Exports what the Locks page lists as a file, with the same access rules as the page. */
@KeepsToScope
@RestController
class LockFiles {

    private static final String MORE_FREE = String.format(
            Locale.ROOT, "Of the free locks, only the %,d that became free last are here.", Board.FREE_KEPT);

    private final Boards boards;
    private final FindingsFeed findings;
    private final Exports exports;

    LockFiles(Boards boards, FindingsFeed findings, Exports exports) {
        this.boards = boards;
        this.findings = findings;
        this.exports = exports;
    }

    @GetMapping("/export/locks.{format:csv|json}")
    void file(
            @PathVariable String format,
            @RequestParam MultiValueMap<String, String> parameters,
            HttpServletRequest request,
            HttpServletResponse answer)
            throws IOException {
        LockQuery asked = LockQuery.of(new QueryParameters(parameters));
        ScopedBoard board = boards.of(LockScope.present(), asked.source());
        if (board.watched().isEmpty()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such source.");
        }
        BoardSnapshot now = board.snapshot();
        if (!asked.source().isEmpty() && now.freshness().asOf() == null) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "The console has not read this source.");
        }
        exports.send(request, answer, format, now.serverTime(), () -> export(asked, board, now));
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
