package io.lockkeeper.console.api;

import io.lockkeeper.console.ask.locks.LockSearch;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.people.security.PersonalTokens;
import io.lockkeeper.console.people.security.TokenAuthentication;
import io.lockkeeper.console.people.security.TokenUser;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Locks of any source as they change, for programs that stay. */
@CommonProblems
@KeepsToScope
@Tag(name = "events-api")
@RestController
class EventsApi {

    private final EventStreams streams;
    private final Boards boards;
    private final AskedSources asked;
    private final FindingsFeed findings;

    EventsApi(EventStreams streams, Boards boards, AskedSources asked, FindingsFeed findings) {
        this.streams = streams;
        this.boards = boards;
        this.asked = asked;
        this.findings = findings;
    }

    @Operation(
            operationId = "events",
            summary = "Sends the locks in use of a source, and then each change",
            description =
                    "Server-sent events: snapshot, a lock for each, complete; then lock for each that changed, gone, and board"
                            + " when its counts or freshness change; the last event is end, with a reason. Changes that come faster"
                            + " than you read arrive as one. Of several locks of one name, the first of the list.")
    @MayBeMissing
    @GetMapping(path = "/api/v1/events/{source}", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    void events(
            @PathVariable String source,
            @RequestParam(defaultValue = "") String q,
            TokenAuthentication present,
            HttpServletResponse response)
            throws IOException {
        LockSearch search = LockSearch.of(q);
        if (!search.fault().isEmpty()) {
            throw ProblemException.badRequest(search.fault());
        }
        ScopedBoard board = asked.board(LockAddress.sourceOf(source));
        streams.<Supplier<BoardSnapshot>>serve(
                present.user(),
                response,
                box -> {
                    box.accept(board::snapshot);
                    return boards.subscribe(board, box);
                },
                new BoardChanges(search, board, findings));
    }

    /**
     * What one listener has received. The next event holds the difference between that and the present board, however many changes
     * lie between. Its size is bounded by the number of locks. Used by one thread.
     */
    private static final class BoardChanges implements Listener.Teller<Supplier<BoardSnapshot>> {

        private final LockSearch search;
        private final ScopedBoard board;
        private final FindingsFeed findings;
        private final ToldLocks told = new ToldLocks();
        private @Nullable BoardState last;

        BoardChanges(LockSearch search, ScopedBoard board, FindingsFeed findings) {
            this.search = search;
            this.board = board;
            this.findings = findings;
        }

        /** The state of the board. */
        record BoardState(String freshness, int held, int waiting, String notice) {

            static BoardState of(BoardSnapshot now) {
                return new BoardState(ApiSource.word(now.freshness()), now.held(), now.waiting(), now.notice());
            }
        }

        @Override
        public String tell(Supplier<BoardSnapshot> look, EventWriter out) throws IOException {
            if (board.watched().isEmpty()) {
                return "The source is not watched any more.";
            }
            BoardSnapshot now = look.get();
            boolean first = last == null;
            boolean read = now.freshness().asOf() != null;
            if (read || !first) {
                state(BoardState.of(now), out);
            }
            if (read) {
                locks(now, findings.latest(board.scope()).worstIn(board.source()), out);
                if (first) {
                    out.event("complete", Map.of("locks", told.size()));
                }
            }
            return "";
        }

        private void state(BoardState state, EventWriter out) throws IOException {
            if (!state.equals(last)) {
                out.event(last == null ? "snapshot" : "board", state);
                last = state;
            }
        }

        private void locks(BoardSnapshot now, Map<String, Finding> worst, EventWriter out) throws IOException {
            told.begin();
            Instant at = now.serverTime();
            var matches = search.at(at);
            for (Lock lock : now.locks()) {
                if (!lock.isForeign() && matches.test(lock)) {
                    Finding found = worst.get(lock.name());
                    told.lock(lock, lock.state(at), found, () -> LockLine.of(lock, found, Map.of(), at), out);
                }
            }
            told.end(out);
        }
    }

    /** Answers requests with server-sent events, each on the request's own thread until it is over. */
    @Component
    static final class EventStreams {

        private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

        private final Listeners listeners;
        private final PersonalTokens tokens;

        EventStreams(Listeners listeners, PersonalTokens tokens) {
            this.listeners = listeners;
            this.tokens = tokens;
        }

        /**
         * Returns when it is over.
         *
         * @param subscribe has each new state brought to what it is given, until what it answers is run
         * @throws ProblemException if too many listen
         */
        <T> void serve(
                TokenUser user,
                HttpServletResponse response,
                Function<Consumer<T>, Runnable> subscribe,
                Listener.Teller<T> teller)
                throws IOException {
            try (Listeners.Place<T> place = listeners.open(user.user().name())) {
                Runnable unsubscribe = subscribe.apply(place.box()::put);
                try {
                    serve(place.box(), user, response, teller);
                } finally {
                    unsubscribe.run();
                }
            } catch (IOException gone) {
                LOG.debug("A listener has gone: user={}", user.user().name(), gone);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private <T> void serve(Mailbox<T> box, TokenUser user, HttpServletResponse response, Listener.Teller<T> teller)
                throws IOException, InterruptedException {
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            response.setCharacterEncoding("UTF-8");
            response.setHeader("X-Accel-Buffering", "no"); // a proxy that collects it sends nothing
            response.flushBuffer();
            new Listener<>(box, teller, tokens, user).serve(new EventWriter(response.getOutputStream()));
        }
    }
}
