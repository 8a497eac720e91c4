package io.lockkeeper.console.api;

import io.lockkeeper.console.judge.waits.AgentThread;
import io.lockkeeper.console.judge.waits.Branch;
import io.lockkeeper.console.judge.waits.WaitPicture;
import io.lockkeeper.console.judge.waits.Waiting;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
