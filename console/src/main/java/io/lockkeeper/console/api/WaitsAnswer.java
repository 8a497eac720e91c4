package io.lockkeeper.console.api;

import java.time.Instant;
import java.util.List;

/**
 * Who waits for whom.
 *
 * @param asOf the moment, by the server's clock
 * @param waiting how many wait, over all locks
 * @param unnamed how many locks of the tree are outside your scope, and stand there without their names
 * @param deadlocks those that wait for each other in a circle
 * @param lines the tree
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
     * @param token its token
     * @param served how many waiters are served then
     * @param remedy what to do, in a sentence
     * @param end when it ends by itself
     */
    record Circle(String sentence, String lock, long token, int served, String remedy, String end) {}
}
