package io.lockkeeper.agent.keeping;

import io.lockkeeper.model.LockName;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides who uses a kept lease: one use at a time, each with a number of its own. Once the lease was recalled none begins, but for those
 * that follow at once on another while it is handed on. One word says it all, so that each decision is one compare-and-set.
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
     * For so many uses, the first of which has begun.
     *
     * @param stays whether it rests where no use follows at once: one that does not is released, since nobody else knows that it could be
     *     recalled
     * @param handedOn whether one use follows another also after a recall, until that is {@linkplain #letNobodyFollow() over}
     */
    Keeper(LockName lock, String acquirer, int uses, boolean stays, boolean handedOn, L lease) {
        this.lock = lock;
        this.acquirer = acquirer;
        this.uses = uses;
        this.stays = stays;
        this.handedOn = handedOn;
        this.lease = lease;
    }

    /** What a recall has found. */
    public enum Recalled {
        /** Nobody used the lease, and nobody will: it is to be released. */
        IDLE,
        /** It is in use, and ends with that. */
        IN_USE,
        /** That was decided before. */
        BEFORE
    }

    /** What a use's end has come to. */
    public enum Rest {
        /** The lease rests until its next use. */
        KEPT,
        /** It is to be released, or has ended. */
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

    /** Begins the next use, and says its number; -1 if there is none now. */
    public int use() {
        long seen = word.get();
        int next = number(seen) + 1;
        return (seen & FLAGS) == 0 && next < uses && word.compareAndSet(seen, state(next, USED)) ? next : -1;
    }

    /** Ends that use at that time of the agent's clock. */
    public Rest rest(int use, long now) {
        while (true) {
            long seen = word.get();
            if (!isOf(use, seen)) {
                return Rest.BEFORE;
            }
            if (!stays || (seen & (RECALLED | LAST | ENDED)) != 0 || use + 1 == uses) {
                return Rest.ENDS;
            }
            idleSince = now; // before the lease is idle: whoever finds it so knows since when
            if (word.compareAndSet(seen, state(use, 0))) {
                return Rest.KEPT;
            }
        }
    }

    /** Ends that use with the beginning of the next, and says its number; -1 if none follows. */
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

    /** Whether uses follow one another. */
    public boolean isHandedOn() {
        return handedOn && (word.get() & (LAST | ENDED)) == 0;
    }

    /** The current use is the last. */
    public void letNobodyFollow() {
        long unused = word.getAndUpdate(seen -> (seen & USED) == 0 ? seen : seen | RECALLED | LAST);
    }

    /** Whether that is the current use, or was the last when the lease ended. */
    public boolean isUse(int use) {
        return isOf(use, word.get());
    }

    /** Whether somebody uses it. */
    public boolean isInUse() {
        long seen = word.get();
        return (seen & USED) != 0 && (seen & ENDED) == 0;
    }

    /** Lets nobody use it any more but who does, and those that follow. */
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

    /** As {@link #recall}, if nobody uses it. */
    public boolean isFreed() {
        long seen = word.get();
        return (seen & FLAGS) == 0 && word.compareAndSet(seen, seen | ENDED);
    }

    /** The lease has ended. Returns the number of the use that it ended with; -1 if nobody used it. */
    public int end() {
        long seen = word.getAndUpdate(each -> each | ENDED);
        return (seen & USED) == 0 ? -1 : number(seen);
    }

    /** Whether it was never used again after the first time. */
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

    /** When the last use ended that left it idle, by the agent's clock. */
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
