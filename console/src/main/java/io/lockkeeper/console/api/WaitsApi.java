package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.waits.AgentThread;
import io.lockkeeper.console.judge.waits.Branch;
import io.lockkeeper.console.judge.waits.WaitPicture;
import io.lockkeeper.console.judge.waits.Waiting;
import io.lockkeeper.console.judge.waits.Waits;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The tree of waits and the deadlocks. */
@CommonProblems
@KeepsToScope
@Tag(name = "waits-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class WaitsApi {

    private static final int MOST = 10_000;

    private final Waits waits;
    private final SourceFeeds sources;
    private final AskedSources asked;

    WaitsApi(Waits waits, SourceFeeds sources, AskedSources asked) {
        this.waits = waits;
        this.sources = sources;
        this.asked = asked;
    }

    @Operation(
            operationId = "waits",
            summary = "Answers who waits for whom over all locks",
            description =
                    "A tree, line by line: each line stands below the last one of a lower level, the one that blocks most"
                            + " first. Of the console's first collection, or of the source of Lockkeeper's own locks that is named.")
    @MayBeMissing
    @ApiResponse(
            responseCode = "409",
            description = "The source has locks of another library, whose documents do not say who waits")
    @GetMapping("/waits")
    WaitsAnswer waits(
            @RequestParam(defaultValue = "1000") int limit, @RequestParam(required = false) @Nullable String source) {
        int most = ProblemException.limit(limit, MOST);
        ScopedBoard board = asked.board(AskedSources.id(Objects.requireNonNullElse(source, LockAddress.FIRST)));
        BoardSnapshot now = AskedSources.read(board);
        return board.source().equals(LockId.FIRST) ? first(now, most) : in(board, now, most);
    }

    private WaitsAnswer first(BoardSnapshot now, int most) {
        List<String> unknown = sources.all(now.scope()).stream()
                .map(each -> each.source().id())
                .toList();
        return answer(waits.of(now.scope(), now.serverTime()), now.freshness(), now.serverTime(), most, unknown);
    }

    private WaitsAnswer in(ScopedBoard board, BoardSnapshot now, int most) {
        if (board.dialect().filter(Dialect::hasQueues).isEmpty()) {
            throw new ProblemException(HttpStatus.CONFLICT, "Its documents do not say who waits.");
        }
        WaitPicture picture = waits.in(asked.of(board.source()));
        return answer(picture, now.freshness(), now.serverTime(), most, List.of());
    }

    private static WaitsAnswer answer(
            WaitPicture picture, Freshness freshness, Instant now, int most, List<String> unknown) {
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
                ApiSource.word(freshness),
                picture.waiting(),
                picture.unnamed(),
                deadlocks(picture, now),
                lines,
                more,
                unknown);
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

    /**
     * Who waits for whom.
     *
     * @param asOf the moment, by the server's clock
     * @param waiting how many wait, over all locks
     * @param unnamed how many locks of the tree are outside your scope, and stand there without their names
     * @param deadlocks those that wait for each other in a circle
     * @param cut whether there are more lines than were asked for
     * @param unknown sources whose documents do not say who waits
     */
    record WaitsAnswer(
            Instant asOf,
            String freshness,
            int waiting,
            int unnamed,
            List<Circle> deadlocks,
            List<WaitNode> lines,
            boolean cut,
            List<String> unknown) {

        /**
         * A deadlock.
         *
         * @param lock the lock of the lease whose eviction unblocks the most
         * @param served how many waiters are served then
         * @param remedy what to do, in a sentence
         * @param end when it ends by itself
         */
        record Circle(String sentence, String lock, long token, int served, String remedy, String end) {}
    }

    /**
     * One line of the tree of waits.
     *
     * @param level how deep it stands: 0 for one that does not wait
     * @param who whose line it is; null where the lock that is waited for is free
     * @param waitsFor the lock that it waits for, or null
     * @param holds the locks of it that others wait for
     * @param behind how many wait for it, and for those, and so on
     * @param possible what threads of its process wait for, the first few: it may be one of them, and wait itself. None for one that is
     *     known to wait
     * @param morePossible whether there are more of them
     * @param deadlocked whether it is part of a circle
     * @param since since when it waits, or else holds the first of its locks
     */
    record WaitNode(
            int level,
            @Nullable Who who,
            @Nullable String waitsFor,
            List<HeldLock> holds,
            int behind,
            List<Possible> possible,
            boolean morePossible,
            boolean deadlocked,
            @Nullable Instant since) {

        private static final int POSSIBLE = 10;

        /** A thread of a process. */
        record Who(String agent, String service, String instance, String thread) {}

        /** A lease that others wait for. */
        record HeldLock(String lock, long token) {}

        /** A wait of a thread of the same process. */
        record Possible(String thread, String lock) {}

        static WaitNode of(Branch branch, WaitPicture picture) {
            List<Possible> possible = picture.possible(branch)
                    .limit(POSSIBLE + 1L)
                    .map(each -> new Possible(each.who().thread(), each.name()))
                    .toList();
            AgentThread who = branch.who();
            Waiting waiting = branch.waiting();
            return new WaitNode(
                    branch.depth(),
                    who == null ? null : new Who(who.agent(), who.service(), who.instance(), who.thread()),
                    waiting == null ? null : waiting.name(),
                    branch.holds().stream()
                            .map(held -> new HeldLock(held.name(), held.holder().token()))
                            .toList(),
                    branch.behind(),
                    possible.stream().limit(POSSIBLE).toList(),
                    possible.size() > POSSIBLE,
                    branch.isCircular(),
                    branch.since().orElse(null));
        }
    }
}
