package io.lockkeeper.console.api;

import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.waits.Branch;
import io.lockkeeper.console.waits.WaitPicture;
import io.lockkeeper.console.waits.Waits;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who waits for whom. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class WaitsApi {

    private static final int MOST = 10_000;

    private final LiveLocks live;
    private final Waits waits;
    private final SourceFeeds sources;

    WaitsApi(LiveLocks live, Waits waits, SourceFeeds sources) {
        this.live = live;
        this.waits = waits;
        this.sources = sources;
    }

    @Operation(
            summary = "Answers who waits for whom over all locks",
            description =
                    "A tree, line by line: each line stands below the last one of a lower level, whoever keeps most waiting"
                            + " first.")
    @GetMapping("/waits")
    WaitsAnswer waits(@RequestParam(defaultValue = "1000") int limit) {
        int most = LiveLocks.limit(limit, MOST);
        BoardSnapshot now = live.snapshot();
        WaitPicture picture = waits.of(now.scope(), now.serverTime());
        List<WaitNode> lines = new ArrayList<>();
        boolean more = false;
        Deque<Branch> next = new ArrayDeque<>(picture.roots());
        while (!next.isEmpty() && !more) {
            Branch branch = next.removeFirst();
            more = lines.size() == most;
            if (!more) {
                lines.add(WaitNode.of(branch, picture));
                branch.below().reversed().forEach(next::addFirst);
            }
        }
        return new WaitsAnswer(
                picture.asOf(),
                LiveLocks.word(now.freshness()),
                picture.waiting(),
                picture.unnamed(),
                deadlocks(picture, now.serverTime()),
                lines,
                more,
                sources.all(now.scope()).stream()
                        .map(each -> each.source().id())
                        .toList());
    }

    private static List<WaitsAnswer.Circle> deadlocks(WaitPicture picture, Instant now) {
        return picture.deadlocks().stream()
                .map(deadlock -> new WaitsAnswer.Circle(
                        deadlock.sentence(),
                        deadlock.toEvict().name(),
                        deadlock.toEvict().holder().token(),
                        deadlock.served(),
                        deadlock.remedy(now),
                        deadlock.end(now)))
                .toList();
    }
}
