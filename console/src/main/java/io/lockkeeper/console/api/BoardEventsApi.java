package io.lockkeeper.console.api;

import io.lockkeeper.console.findings.FindingsFeed;
import io.lockkeeper.console.locks.LockSearch;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.security.PersonalTokens;
import io.lockkeeper.console.security.TokenAuthentication;
import io.lockkeeper.console.security.TokenUser;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The board as it changes, for programs that stay. */
@CommonProblems
@KeepsToScope
@RestController
class BoardEventsApi {

    private static final Logger LOG = LoggerFactory.getLogger(BoardEventsApi.class);

    private final BoardListeners listeners;
    private final FindingsFeed findings;
    private final PersonalTokens tokens;

    BoardEventsApi(BoardListeners listeners, FindingsFeed findings, PersonalTokens tokens) {
        this.listeners = listeners;
        this.findings = findings;
        this.tokens = tokens;
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
        TokenUser user = present.user();
        try (BoardListeners.Place place = listeners.open(user.user())) {
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            response.setCharacterEncoding("UTF-8");
            response.setHeader("X-Accel-Buffering", "no"); // a proxy that collects it sends nothing
            response.flushBuffer();
            new BoardListener(place.box(), new BoardChanges(search), findings, tokens, user)
                    .serve(new EventWriter(response.getOutputStream()));
        } catch (IOException gone) {
            LOG.debug("A listener has gone: user={}", user.user().name(), gone);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
