package io.lockkeeper.console.api;

import io.lockkeeper.console.face.locks.LockSearch;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.people.security.TokenAuthentication;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The board as it changes, for programs that stay. */
@CommonProblems
@KeepsToScope
@RestController
class BoardEventsApi {

    private final EventStreams streams;
    private final BoardPublisher board;
    private final FindingsFeed findings;

    BoardEventsApi(EventStreams streams, BoardPublisher board, FindingsFeed findings) {
        this.streams = streams;
        this.board = board;
        this.findings = findings;
    }

    @Operation(
            summary = "Sends the locks in use, and then each change",
            description =
                    "Server-sent events: snapshot, a lock for each, complete; then lock for each that changed, gone, and board"
                            + " when its counts or freshness change; the last event is end, with a reason. Changes that come faster than"
                            + " you read arrive as one.")
    @GetMapping(path = "/api/v1/board/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    void events(@RequestParam(defaultValue = "") String q, TokenAuthentication present, HttpServletResponse response)
            throws IOException {
        LockSearch search = LockSearch.of(q);
        if (!search.fault().isEmpty()) {
            throw ProblemException.badRequest(search.fault());
        }
        LockScope scope = LockScope.present();
        streams.serve(
                present.user(),
                response,
                box -> {
                    box.accept(board.snapshot(scope));
                    return board.subscribe(scope, box);
                },
                new BoardChanges(search, findings));
    }
}
