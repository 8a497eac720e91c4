package io.lockkeeper.agent.batching;

import java.time.Duration;

/**
 * Decides whether a batch waits a moment for the callers of the batch before it. They were all answered at once, and most callers that
 * acquire and release without pause call again at once: apart, they would need two batches. The wait is a small part of the time that a
 * batch takes. After a wait for which too few came, the next batches do not wait. Guarded by its user.
 */
final class Gathering {

    /** A smaller batch is not worth a pause. */
    private static final int CROWD = 4;
    /** The part of the batch's time for which its callers are awaited. */
    private static final int PART = 8;
    /** The longest time that a batch is assumed to have taken. */
    private static final Duration LONGEST = Batcher.PATIENCE;
    /** How many batches leave at once after one for which too few came. */
    private static final int PAUSE = 15;

    private int awaited;
    private long until;
    private int pause;

    /** Records that a batch of this size has been answered after this time. */
    void answered(int calls, Duration took, long now) {
        pause = Math.max(0, pause - 1);
        awaited = calls >= CROWD && pause == 0 ? calls : 0;
        until = now + Math.min(took.toNanos(), LONGEST.toNanos()) / PART;
    }

    /** How many are to leave together, where so many are there. */
    int expected(int present, long now) {
        int all = timeLeft(now) > 0 ? present + awaited : present;
        return Math.min(all, Math.max(InFlightLimit.MANY, (all + 1) / 2));
    }

    /** For how many nanoseconds further calls are awaited. */
    long timeLeft(long now) {
        return awaited == 0 ? 0 : until - now;
    }

    /** Records how many leave now, and how many were expected. */
    void left(int present, int expected) {
        if (present > 0 && 2 * present < expected) {
            pause = PAUSE;
        }
        awaited = 0;
    }
}
