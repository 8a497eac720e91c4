package io.lockkeeper.agent;

import static io.lockkeeper.agent.time.Durations.shorter;

import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.upkeep.Removals;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.agent.waiting.WakeStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends an agent, in this order:
 *
 * <ol>
 *   <li>The gate shuts: new requests are refused, and a request that is granted its lock from now on gives it back.
 *   <li>Waiters are refused and woken, idle kept leases are released, and requests in flight are awaited.
 *   <li>Holders are notified, and all leases and abandoned requests are removed together.
 *   <li>Timers and threads stop.
 * </ol>
 *
 * One deadline bounds all of it, whether or not the server answers.
 */
final class Closing {

    private static final Logger log = LoggerFactory.getLogger(Closing.class);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
    /** The time for requests under way. The rest is for removals. */
    private static final Duration REQUESTS_WITHIN = Duration.ofSeconds(3);

    /** The time for releases that had begun before the gate counted them. */
    private static final Duration RELEASES_WITHIN = Duration.ofSeconds(1);

    private final LeaseUpkeep upkeep;
    private final Machine machine;
    private final Gate gate;
    private final HeldLeases leases;
    private final BackgroundReleases releases;
    private final Removals removals;
    private final WakeStream stream;
    private final LocalWaiters waiters;
    private final List<Timer> timers;
    private final LeaseKeeping<?> keeping;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile Runnable farewell = () -> {};

    Closing(LeaseUpkeep upkeep, WakeStream stream, LocalWaiters waiters, List<Timer> timers, LeaseKeeping<?> keeping) {
        this.upkeep = upkeep;
        this.machine = upkeep.server().machine();
        this.gate = upkeep.gate();
        this.leases = upkeep.leases();
        this.releases = upkeep.releases().background();
        this.removals = upkeep.removals();
        this.stream = stream;
        this.waiters = waiters;
        this.timers = timers;
        this.keeping = keeping;
    }

    /** Runs after everything else. */
    void andThen(Runnable last) {
        farewell = last;
    }

    /** Runs when it is closed, also if the time was over before all was done. */
    void whenClosed(Runnable last) {
        var unused = closed.thenRun(last);
    }

    /** Whether the agent is closing or closed, so that no lease is renewed. */
    boolean hasEnded() {
        return closing.get();
    }

    /** Refuses new requests, and returns whether the holders released all leases in time. An interrupt ends the wait, and is kept. */
    boolean drain(Duration grace) {
        Duration within = LockRequest.withinAYear(grace);
        long giveUpAt = machine.nanos() + within.toNanos();
        refuse();
        boolean out = gate.awaitOthers(within);
        return leases.awaitNone(left(giveUpAt)) && out;
    }

    /** Returns when the agent is closed, by any thread; within a request of the agent, when a thread has begun to close it. */
    void close() {
        boolean interrupted = Thread.interrupted(); // would cut off the releases, which are what is still to be done
        try {
            refuse();
            if (closing.compareAndSet(false, true)) {
                end(machine.nanos() + CLOSE_WITHIN.toNanos());
                closed.complete(null);
            } else if (!gate.isInside()) {
                interrupted |= wasInterruptedUntilClosed();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void refuse() {
        gate.shut();
        waiters.close();
        releases.refuseWaiting();
        keeping.shut();
    }

    private void end(long giveUpAt) {
        if (!gate.awaitOthers(REQUESTS_WITHIN)) {
            log.warn("Requests for locks are still under way; what they are granted ends when they are answered, or by"
                    + " its expiry");
        }
        stream.close();
        upkeep.renewals().close();
        int open = endLeases(giveUpAt);
        if (!leases.awaitNone(shorter(RELEASES_WITHIN, left(giveUpAt)))) {
            log.warn("Releases are still under way; what they do not end in time ends by its expiry");
        }
        removals.close(giveUpAt);
        releases.close();
        timers.forEach(timer -> timer.stop(Duration.ZERO));
        upkeep.server().close();
        if (left(giveUpAt).isPositive()) {
            farewell.run();
        }
        log.debug("Closed with {} leases", open);
    }

    /**
     * Notifies every holder, and removes all leases and abandoned requests together, and what those asked for whose callers have not come back
     * from their calls. Returns how many leases there were.
     */
    private int endLeases(long giveUpAt) {
        Map<Boolean, List<HeldLease>> open = leases.all().stream()
                .filter(HeldLease::loseToClosing)
                .collect(Collectors.partitioningBy(lease -> lease.ending().lingers()));
        List<HeldLease> ending = open.getOrDefault(false, List.of());
        List<HeldLease> lingering = open.getOrDefault(true, List.of());
        removals.endAll(
                Stream.concat(ending.stream().map(HeldLease::bid), upkeep.open().sent().stream())
                        .toList(),
                lingering.stream().map(lease -> lease.ending().linger()).toList(),
                giveUpAt);
        return ending.size() + lingering.size();
    }

    private boolean wasInterruptedUntilClosed() {
        try {
            if (!machine.await(closed, 2 * CLOSE_WITHIN.toNanos())) {
                log.warn("Another thread still closes the agent");
            }
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private Duration left(long giveUpAt) {
        return Duration.ofNanos(Math.max(0, giveUpAt - machine.nanos()));
    }
}
