package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of an agent: first nothing new, then nothing left. */
final class Closing {

    private static final Logger log = LoggerFactory.getLogger(Closing.class);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final WakeStream stream;
    private final Renewals renewals;
    private final Leases leases;
    private final Waits waits;
    private final Removals removals;
    private final Timer deadlines;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean begun;
    private volatile Runnable farewell = () -> {};

    Closing(WakeStream stream, Renewals renewals, Leases leases, Waits waits, Removals removals, Timer deadlines) {
        this.stream = stream;
        this.renewals = renewals;
        this.leases = leases;
        this.waits = waits;
        this.removals = removals;
        this.deadlines = deadlines;
    }

    /** What is done when all else is. */
    void andThen(Runnable last) {
        farewell = last;
    }

    /** Whether the agent takes no more requests. */
    boolean hasBegun() {
        return begun;
    }

    /** Whether the holders have released all within the time given. An interrupt ends the wait, and is kept. */
    boolean drain(Duration grace) {
        begun = true;
        waits.close();
        return leases.awaitNone(grace);
    }

    void close() {
        begun = true;
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // would cut off the releases, which are what is still to be done
        try {
            releaseAll();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void releaseAll() {
        stream.close();
        renewals.close();
        List<Bid> open = new ArrayList<>(leases.close());
        waits.close().stream().map(Wait::bid).filter(Bid::wasSent).forEach(open::add);
        removals.removeAll(open);
        removals.close(CLOSE_WITHIN);
        deadlines.stop(Duration.ZERO);
        farewell.run();
        log.debug("Closed with {} leases and waits", open.size());
    }
}
