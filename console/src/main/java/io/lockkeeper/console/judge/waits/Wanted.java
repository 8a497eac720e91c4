package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A lock that somebody waits for.
 *
 * @param capacity the weight that fits at once
 * @param holders the leases that have not run out, the first granted first
 * @param queue the waiters that their agents still keep alive, in the order of service
 * @param unlisted how many more wait that only their agents know about
 */
public record Wanted(Lock lock, int capacity, List<Held> holders, List<Waiting> queue, int unlisted) {

    static Wanted of(Lock lock, LockDocument document, Threads threads, Instant now) {
        List<Held> holders = new ArrayList<>(document.holders().size());
        for (Holder holder : document.holders()) {
            if (LeaseTimes.isLive(holder, now)) {
                holders.add(new Held(lock, holder, threads.of(holder)));
            }
        }
        List<Waiting> queue = new ArrayList<>(document.queue().size());
        for (Waiter waiter : document.queue()) {
            if (waiter.expiresAt().isAfter(now)) {
                queue.add(new Waiting(lock, waiter, threads.of(waiter)));
            }
        }
        int unlisted = document.waiting() - document.queue().size();
        return new Wanted(lock, document.capacity(), holders, queue, unlisted);
    }

    public String name() {
        return lock.name();
    }

    int waiting() {
        return queue.size() + unlisted;
    }
}
