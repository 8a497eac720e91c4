package io.lockkeeper.agent.upkeep;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.ThreadStack;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attaches the stack of the holding thread to each lease that is held for longer than a threshold, so that operators see what a slow
 * holder is doing: in agents whose options set a threshold. Refreshes a lease's stack once per threshold, at most {@value #A_ROUND} stacks a
 * round, oldest first. Runs in the background, moves no deadline, and ends a round when the server does not answer.
 */
public final class SlowHolds {

    public static final int A_ROUND = 20;

    private static final Logger log = LoggerFactory.getLogger(SlowHolds.class);

    private final Server server;
    private final Timer background;
    private final Duration threshold;
    private final Map<String, Watched> watched = new ConcurrentHashMap<>();

    private SlowHolds(Server server, Timer background, Duration threshold) {
        this.server = server;
        this.background = background;
        this.threshold = threshold;
    }

    /** The slow holds of an agent, if its options set that threshold. */
    public static @Nullable SlowHolds of(Server server, @Nullable Duration threshold, Timer background) {
        if (threshold == null) {
            return null;
        }
        SlowHolds slowHolds = new SlowHolds(server, background, threshold);
        slowHolds.scheduleRound();
        return slowHolds;
    }

    /** Watches a lease that the calling thread has acquired. */
    public void watch(Bid bid, long grantedAt) {
        watched.put(bid.acquirer(), new Watched(bid, Thread.currentThread(), grantedAt));
    }

    public void forget(Bid bid) {
        watched.remove(bid.acquirer());
    }

    private void scheduleRound() {
        background.after(threshold.dividedBy(2), this::round);
    }

    private void round() {
        try {
            long now = server.now();
            List<Watched> due = watched.values().stream()
                    .filter(each -> now - each.lookedAt >= threshold.toNanos())
                    .sorted(Comparator.comparingLong(each -> each.lookedAt - now))
                    .limit(A_ROUND)
                    .toList();
            boolean answered = due.stream().allMatch(this::attach);
            log.debug("{} slow holders looked at, all answered: {}", due.size(), answered);
        } finally {
            scheduleRound();
        }
    }

    /** Whether the server answered. */
    private boolean attach(Watched slow) {
        slow.lookedAt = server.now();
        Thread thread = slow.thread.get();
        Thread.State state = thread == null ? Thread.State.TERMINATED : thread.getState();
        List<String> frames = thread == null ? List.of() : ThreadStack.fitted(thread.getStackTrace());
        if (state == Thread.State.TERMINATED) {
            forget(slow.bid); // there will be no more to see
        }
        Reply reply = server.send(slow.bid.attach(state, frames)).reply();
        return reply instanceof Reply.Answered;
    }

    /** A lease and the thread that acquired it, which may have ended since: the lease by itself does not keep it. */
    private static final class Watched {
        private final Bid bid;
        private final WeakReference<Thread> thread;
        private volatile long lookedAt;

        Watched(Bid bid, Thread thread, long lookedAt) {
            this.bid = bid;
            this.thread = new WeakReference<>(thread);
            this.lookedAt = lookedAt;
        }
    }
}
