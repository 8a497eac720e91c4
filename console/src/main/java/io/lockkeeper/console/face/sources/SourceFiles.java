package io.lockkeeper.console.face.sources;

import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.Exports;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What a source's page lists, as a file. For whoever is logged in, as the page is. */
@KeepsToScope
@RestController
class SourceFiles {

    static final String SOURCE = "source";

    private final SourceFeeds feeds;
    private final FindingsFeed findings;
    private final Exports exports;

    SourceFiles(SourceFeeds feeds, FindingsFeed findings, Exports exports) {
        this.feeds = feeds;
        this.findings = findings;
        this.exports = exports;
    }

    @GetMapping("/export/source.{format:csv|json}")
    void file(
            @PathVariable String format,
            @RequestParam(SOURCE) String address,
            @RequestParam(name = SourceView.SEARCH, defaultValue = "") String sought,
            HttpServletResponse answer)
            throws IOException {
        Watched watched = feeds.find(LockScope.present(), LockAddress.nameOf(address))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such source."));
        SourceSummary now = SourceSummary.of(watched);
        SourceBoard board = watched.board()
                .filter(it -> now.freshness().asOf() != null)
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.SERVICE_UNAVAILABLE, "The console has not read this source."));
        exports.send(answer, format, now.at(), () -> export(board, now, sought.strip()));
    }

    private Export export(SourceBoard board, SourceSummary now, String sought) {
        String source = now.source().id();
        Map<String, Finding> worst = findings.latest(LockScope.present()).worstIn(source);
        List<ForeignLock> found = sought.isEmpty() ? board.first(exports.most() + 1) : board.matching(sought);
        return new Export(
                "locks",
                SourceFields.NAMES,
                found.stream().map(lock -> SourceFields.of(source, lock, worst.get(lock.name()), now.at())),
                "Narrow the search.");
    }
}
