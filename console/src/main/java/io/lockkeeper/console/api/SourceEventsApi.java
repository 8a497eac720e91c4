package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.people.security.TokenAuthentication;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Streams the locks of a source to programs as they change. */
@CommonProblems
@KeepsToScope
@RestController
class SourceEventsApi {

    private final EventStreams streams;
    private final SourceFeeds feeds;
    private final AskedSources asked;
    private final FindingsFeed findings;

    SourceEventsApi(EventStreams streams, SourceFeeds feeds, AskedSources asked, FindingsFeed findings) {
        this.streams = streams;
        this.feeds = feeds;
        this.asked = asked;
        this.findings = findings;
    }

    @Operation(
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
        Watched watched = asked.at(source);
        SourceBoard unused = AskedSources.board(watched);
        String id = watched.source().id();
        streams.serve(
                present.user(),
                response,
                box -> {
                    box.accept(feeds.find(scope, id));
                    return feeds.subscribe(now -> box.accept(feeds.find(scope, id)));
                },
                new SourceChanges(q.strip(), scope, findings));
    }
}
