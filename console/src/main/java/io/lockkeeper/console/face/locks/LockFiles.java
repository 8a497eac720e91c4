package io.lockkeeper.console.face.locks;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.Exports;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Exports what the Locks page lists as a file, with the same access rules as the page. */
@KeepsToScope
@RestController
class LockFiles {

    private static final String MORE_FREE = String.format(
            Locale.ROOT, "Of the free locks, only the %,d that became free last are here.", Board.FREE_KEPT);

    private final BoardPublisher publisher;
    private final FindingsFeed findings;
    private final Exports exports;

    LockFiles(BoardPublisher publisher, FindingsFeed findings, Exports exports) {
        this.publisher = publisher;
        this.findings = findings;
        this.exports = exports;
    }

    @GetMapping("/export/locks.{format:csv|json}")
    void file(
            @PathVariable String format,
            @RequestParam MultiValueMap<String, String> parameters,
            HttpServletResponse answer)
            throws IOException {
        LockQuery asked = LockQuery.of(new QueryParameters(parameters));
        BoardSnapshot board = publisher.snapshot(LockScope.present());
        exports.send(answer, format, board.serverTime(), () -> export(asked, board));
    }

    private Export export(LockQuery asked, BoardSnapshot board) {
        var worst = findings.latest(board.scope()).worstIn(LockId.FIRST);
        return new Export(
                "locks",
                LockFields.NAMES,
                asked.of(board, worst).stream()
                        .flatMap(lock -> LockFields.of(lock, worst.get(lock.name()), board.serverTime())),
                "Narrow the search.",
                asked.lacksFree(board) ? MORE_FREE : "");
    }
}
