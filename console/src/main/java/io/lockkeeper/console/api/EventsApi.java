package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.LockSearch;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.people.security.TokenAuthentication;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Locks as they change, of the first collection and of sources, for programs that stay. */
@CommonProblems
@KeepsToScope
@RestController
class EventsApi {

    private final EventStreams streams;
    private final BoardPublisher board;
    private final SourceFeeds feeds;
    private final AskedSources asked;
    private final FindingsFeed findings;

    EventsApi(
            EventStreams streams, BoardPublisher board, SourceFeeds feeds, AskedSources asked, FindingsFeed findings) {
        this.streams = streams;
        this.board = board;
        this.feeds = feeds;
        this.asked = asked;
        this.findings = findings;
    }

    @Operation(
            operationId = "events",
            tags = "board-events-api",
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

    @Operation(
            operationId = "sourceEvents",
            tags = "source-events-api",
            summary = "Sends the locks of a source, and then each change",
            description =
                    "Server-sent events as those of the board: snapshot, a lock for each, complete; then lock for each that"
                            + " changed, gone, and board when its counts or freshness change, or why nothing comes. Of several"
                            + " locks of one name, the first of the list. The last event is end, with a reason.")
    @MayBeNoSource
    @GetMapping(path = "/api/v1/sources/{source}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    void sourceEvents(
            @PathVariable String source,
            @RequestParam(defaultValue = "") String q,
            TokenAuthentication present,
            HttpServletResponse response)
            throws IOException {
        LockScope scope = LockScope.present();
        Watched watched = asked.of(LockAddress.nameOf(source));
        ScopedBoard board = asked.board(watched);
        String id = watched.source().id();
        streams.serve(
                present.user(),
                response,
                box -> {
                    box.accept(feeds.find(scope, id));
                    return feeds.subscribe(now -> box.accept(feeds.find(scope, id)));
                },
                new SourceChanges(q.strip(), board, findings));
    }

    /**
     * What one listener has received. The next event holds the difference between that and the present board, however many changes
     * lie between. Its size is bounded by the number of locks. Used by one thread.
     */
    private static final class BoardChanges implements Listener.Teller<BoardSnapshot> {

        private final LockSearch search;
        private final FindingsFeed findings;
        private final ToldLocks told = new ToldLocks();
        private @Nullable BoardState last;

        BoardChanges(LockSearch search, FindingsFeed findings) {
            this.search = search;
            this.findings = findings;
        }

        /** The state of the board. */
        record BoardState(String freshness, int held, int waiting, String notice) {

            static BoardState of(BoardSnapshot board) {
                return new BoardState(LiveLocks.word(board.freshness()), board.held(), board.waiting(), board.notice());
            }
        }

        @Override
        public String tell(BoardSnapshot board, EventWriter out) throws IOException {
            if (board.freshness().asOf() != null) {
                write(board, findings.latest(board.scope()).worstIn(LockId.FIRST), out);
            }
            return "";
        }

        private void write(BoardSnapshot board, Map<String, Finding> worst, EventWriter out) throws IOException {
            boolean first = last == null;
            BoardState state = BoardState.of(board);
            if (!state.equals(last)) {
                last = state;
                out.event(first ? "snapshot" : "board", state);
            }
            told.begin();
            var matches = search.at(board.serverTime());
            for (Lock lock : board.locks()) {
                if (!lock.isForeign() && matches.test(lock)) {
                    Finding found = worst.get(lock.name());
                    Instant now = board.serverTime();
                    told.lock(lock.name(), lock, lock.state(now), found, () -> LockLine.of(lock, found, now), out);
                }
            }
            told.end(out);
            if (first) {
                out.event("complete", Map.of("locks", told.size()));
            }
        }
    }
}
