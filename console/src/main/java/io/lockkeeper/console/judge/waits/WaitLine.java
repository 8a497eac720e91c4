package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.LeaseTimes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line of the tree as it is shown: a branch, or several waiters of a lock together.
 *
 * @param key identifies the line
 * @param depth how deep it is in the tree
 * @param branch the branch that it shows; null if it stands for several waiters
 * @param mark what kind of party it is
 * @param possible what other threads of its process wait for, if the party may be one of them
 * @param lock the lock that several wait for; otherwise empty
 * @param several how many they are
 */
record WaitLine(
        String key,
        int depth,
        @Nullable Branch branch,
        @Nullable Mark mark,
        List<Waiting> possible,
        String lock,
        int several) {

    private static final int POSSIBLE = 3;

    static WaitLine of(Branch branch, WaitPicture picture, boolean circular) {
        List<Waiting> possible = picture.possible(branch).limit(POSSIBLE).toList();
        Mark mark = mark(branch, circular, picture);
        return new WaitLine(branch.key(), branch.depth(), branch, mark, possible, "", 0);
    }

    static WaitLine several(String lock, int depth, int count) {
        return new WaitLine("more of " + lock, depth, null, null, List.of(), lock, count);
    }

    /** The branch of a line that does not stand for several waiters. */
    Branch itsBranch() {
        return Objects.requireNonNull(branch);
    }

    private static Mark mark(Branch branch, boolean circular, WaitPicture picture) {
        if (branch.who() == null) {
            return Mark.NOBODY;
        }
        if (branch.holds().stream().anyMatch(held -> held.holder().evicted() != null)) {
            return Mark.EVICTED;
        }
        if (circular) {
            return Mark.DEADLOCK;
        }
        if (branch.holds().stream().anyMatch(held -> LeaseTimes.isLate(held.holder(), picture.asOf()))) {
            return Mark.LATE;
        }
        return branch.waiting() == null ? Mark.HOLDS : Mark.WAITS;
    }
}
