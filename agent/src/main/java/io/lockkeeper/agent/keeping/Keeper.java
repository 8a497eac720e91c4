package io.lockkeeper.agent.keeping;

import io.lockkeeper.model.LockName;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides who uses a kept lease: one use at a time, each with a number of its own. After a recall no use begins, except that one follows
 * directly on another while the lease is handed on. The whole state is one word, so that each decision is one compare-and-set.
 */
public final class Keeper<L extends LeaseKeeping.Recallable> {

    private static final int USED = 1;
    private static final int RECALLED = 2;
    private static final int LAST = 4;
    private static final int ENDED = 8;
    private static final int FLAGS = USED | RECALLED | LAST | ENDED;
    private static final int BITS = 4;

    private final LockName lock;
    private final String acquirer;
    private final L lease;
    private final int uses;
    private final boolean stays;
    private final boolean handedOn;
    /** The number of the last use, and the flags. */
    private final AtomicLong word = new AtomicLong(USED);

    private volatile long idleSince;

    /**
     * A lease with tokens for that many uses. The first has begun.
     *
     * @param stays whether it rests between uses; if not, it is released when no use follows at once, because no other agent knows that it
     *     could be recalled
     * @param handedOn whether uses go on following one another after a recall, until that is {@linkplain #letNobodyFollow() over}
     */
    Keeper(LockName lock, String acquirer, int uses, boolean stays, boolean handedOn, L lease) {
        this.lock = lock;
        this.acquirer = acquirer;
        this.uses = uses;
        this.stays = stays;
        this.handedOn = handedOn;
        this.lease = lease;
    }

    /** The state that a recall found. */
    public enum Recalled {
        /** The lease was idle, and cannot be used again: it is to be released. */
        IDLE,
        /** The lease is in use, and ends with that use. */
        IN_USE,
        /** The lease was recalled, or had ended, before. */
        BEFORE
    }

    /** The state after the end of a use. */
    public enum Rest {
        /** The lease rests until its next use. */
        KEPT,
        /** The lease is to be released, or has ended. */
        ENDS,
        /** The use had ended before. */
        BEFORE
    }

    LockName lock() {
        return lock;
    }

    String acquirer() {
        return acquirer;
    }

    public L lease() {
        return lease;
    }

    /** Begins the next use and returns its number; -1 if none is possible now. */
    public int use() {
        long seen = word.get();
        int next = number(seen) + 1;
        return (seen & FLAGS) == 0 && next < uses && word.compareAndSet(seen, state(next, USED)) ? next : -1;
    }

    /** Ends a use at the given time of the agent's clock. */
    public Rest rest(int use, long now) {
        while (true) {
            long seen = word.get();
            if (!isOf(use, seen)) {
                return Rest.BEFORE;
            }
            if (!stays || (seen & (RECALLED | LAST | ENDED)) != 0 || use + 1 == uses) {
                if (word.compareAndSet(
                        seen, seen | RECALLED | LAST)) { // another thread that ends this use hands nothing on
                    return Rest.ENDS;
                }
            } else {
                idleSince = now; // before the lease is idle, so that a thread that finds it idle knows since when
                if (word.compareAndSet(seen, state(use, 0))) {
                    return Rest.KEPT;
                }
            }
        }
    }

    /** Ends a use and begins the next in one step. Returns the next one's number; -1 if none may follow. */
    public int follow(int use) {
        while (true) {
            long seen = word.get();
            if (!isOf(use, seen) || (seen & (LAST | ENDED)) != 0 || use + 1 == uses) {
                return -1;
            }
            if (word.compareAndSet(seen, state(use + 1, (int) (seen & FLAGS)))) {
                return use + 1;
            }
        }
    }

    /** Whether uses may follow one another directly. */
    public boolean isHandedOn() {
        return handedOn && (word.get() & (LAST | ENDED)) == 0;
    }

    /** Makes the current use the last. */
    public void letNobodyFollow() {
        long unused = word.getAndUpdate(seen -> (seen & USED) == 0 ? seen : seen | RECALLED | LAST);
    }

    /** Makes this use the last, and returns whether it is the current one: then what ends the lease ends no other use. */
    public boolean letNobodyFollow(int use) {
        while (true) {
            long seen = word.get();
            if (!isOf(use, seen)) {
                return false;
            }
            if (word.compareAndSet(seen, seen | RECALLED | LAST)) {
                return true;
            }
        }
    }

    /** Whether this is the current use, or was when the lease ended. */
    public boolean isUse(int use) {
        return isOf(use, word.get());
    }

    /** Whether somebody uses it. */
    public boolean isInUse() {
        long seen = word.get();
        return (seen & USED) != 0 && (seen & ENDED) == 0;
    }

    /** Lets no use begin from now on, except those that follow directly on the current one. */
    public Recalled recall() {
        while (true) {
            long seen = word.get();
            if ((seen & (RECALLED | ENDED)) != 0) {
                return Recalled.BEFORE;
            }
            boolean used = (seen & USED) != 0;
            int last = handedOn ? RECALLED : RECALLED | LAST;
            if (word.compareAndSet(seen, seen | (used ? last : ENDED))) {
                return used ? Recalled.IN_USE : Recalled.IDLE;
            }
        }
    }

    /** Ends the lease if it is idle, and returns whether it did. */
    public boolean isFreed() {
        long seen = word.get();
        return (seen & FLAGS) == 0 && word.compareAndSet(seen, seen | ENDED);
    }

    /** Records the end of the lease. Returns the number of the use that it ended; -1 if the lease was idle. */
    public int end() {
        long seen = word.getAndUpdate(each -> each | ENDED);
        return (seen & USED) == 0 ? -1 : number(seen);
    }

    /** Whether it has had no use but the first. */
    boolean wasUsedOnce() {
        return number(word.get()) == 0;
    }

    boolean isIdle() {
        return (word.get() & FLAGS) == 0;
    }

    boolean isRecalled() {
        return (word.get() & (RECALLED | LAST | ENDED)) != 0;
    }

    boolean hasEnded() {
        return (word.get() & ENDED) != 0;
    }

    /** Since when it has been idle, by the agent's clock. */
    public long idleSince() {
        return idleSince;
    }

    private static boolean isOf(int use, long word) {
        return (word & USED) != 0 && number(word) == use;
    }

    private static int number(long word) {
        return (int) (word >>> BITS);
    }

    private static long state(int number, int flags) {
        return ((long) number << BITS) | flags;
    }
}
