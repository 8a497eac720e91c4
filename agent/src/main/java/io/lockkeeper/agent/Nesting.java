package io.lockkeeper.agent;

import static io.lockkeeper.agent.time.Durations.shorter;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.OuterLocks.OuterLock;
import io.lockkeeper.agent.OuterLocks.Taking;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.keeping.RecallBudget;
import io.lockkeeper.agent.time.Awaiting;
import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Takes the outer lock of each request before the lease. Outer locks have no queue, so waiting for one is polling. */
final class Nesting implements Acquirer {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final Server server;
    private final Machine machine;
    private final Gate gate;
    private final OuterLocks.Session outerLocks;
    private final Acquirer inner;

    Nesting(Server server, Gate gate, OuterLocks.Session outerLocks, Acquirer inner) {
        this.server = server;
        this.machine = server.machine();
        this.gate = gate;
        this.outerLocks = outerLocks;
        this.inner = inner;
    }

    @Override
    public Attempt attempt(LockRequest asked, Acquiring acquiring, RecallBudget recall) throws InterruptedException {
        return switch (outerLocks.tryTake(asked, server.timeouts().command())) {
            case Taking.Refused(HeldBy heldBy) -> refused(asked, heldBy);
            case Taking.Unanswered(RuntimeException cause) -> throw unanswered(asked, cause);
            case Taking.Unusable unusable -> throw unusable(asked, unusable);
            case Taking.Taken(OuterLock outer) -> attempt(asked, outer, acquiring, recall);
        };
    }

    private Attempt attempt(LockRequest asked, OuterLock outer, Acquiring acquiring, RecallBudget recall)
            throws InterruptedException {
        boolean granted = false;
        try {
            Attempt attempt = inner.attempt(asked, acquiring, recall);
            granted = attempt instanceof Attempt.Granted;
            return attempt instanceof Attempt.Granted(Lease lease)
                    ? new Attempt.Granted(NestedLease.of(lease, outer, asked, machine))
                    : attempt;
        } finally {
            if (!granted) {
                giveBack(outer);
            }
        }
    }

    @Override
    public Lease acquire(LockRequest asked, Acquiring acquiring) throws InterruptedException {
        Duration longestWait = asked.longestWait().orElse(LockRequest.A_YEAR);
        long giveUpAt = server.now() + longestWait.toNanos();
        while (true) {
            OuterLock outer = await(asked, longestWait, giveUpAt);
            Lease lease = acquire(asked.withLongestWait(left(giveUpAt)), outer, acquiring);
            if (!(lease.loss().orElse(null) instanceof LeaseLoss.OuterLockLost)) {
                return lease;
            }
            lease.close(); // the outer lock was lost while the request waited for the inner
        }
    }

    private Lease acquire(LockRequest asked, OuterLock outer, Acquiring acquiring) throws InterruptedException {
        boolean granted = false;
        try {
            Lease lease = NestedLease.of(inner.acquire(asked, acquiring), outer, asked, machine);
            granted = true;
            return lease;
        } finally {
            if (!granted) {
                giveBack(outer);
            }
        }
    }

    private void giveBack(OuterLock outer) {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        Thread releasing = machine.virtual("lockkeeper-notice", () -> over.complete(outer.release(Duration.ZERO)));
        releasing.start();
        Awaiting.done(machine, over, Server.SHORTEST_COMMAND);
    }

    private OuterLock await(LockRequest asked, Duration longestWait, long giveUpAt) throws InterruptedException {
        Duration pause = SHORTEST_PAUSE;
        while (true) {
            if (gate.isShut()) {
                throw new LockUnavailableException(asked.name().value(), Gate.CLOSED, null);
            }
            Taking taking = outerLocks.tryTake(asked, server.patience(giveUpAt));
            if (taking instanceof Taking.Taken(OuterLock outer)) {
                return outer;
            }
            if (giveUpAt - server.now() <= 0 || taking instanceof Taking.Unusable) {
                throw tooLong(asked, taking, longestWait);
            }
            pause = longer(pause);
            machine.sleep(shorter(pause, left(giveUpAt)));
        }
    }

    private static LockException tooLong(LockRequest asked, Taking last, Duration longestWait) {
        return switch (last) {
            case Taking.Refused(HeldBy heldBy) -> new LockNotAcquiredException(refused(asked, heldBy), longestWait);
            case Taking.Unanswered(RuntimeException cause) -> unanswered(asked, cause);
            case Taking.Unusable unusable -> unusable(asked, unusable);
            case Taking.Taken taken -> throw new IllegalStateException("Taken: " + taken);
        };
    }

    private static Attempt.Refused refused(LockRequest asked, HeldBy heldBy) {
        return new Attempt.Refused(asked.name(), List.of(heldBy), 0);
    }

    private static LockUnavailableException unanswered(LockRequest asked, RuntimeException cause) {
        return new LockUnavailableException(
                asked.name().value(), "MongoDB did not answer in time when the old lock was asked for", cause);
    }

    private static LockUnavailableException unusable(LockRequest asked, Taking.Unusable unusable) {
        return new LockUnavailableException(asked.name().value(), unusable.why(), unusable.cause());
    }

    /** Half as long again, and by chance not quite, so that those who wait do not ask together. */
    private Duration longer(Duration pause) {
        Duration grown = shorter(pause.multipliedBy(3).dividedBy(2), LONGEST_PAUSE);
        return Duration.ofNanos(machine.random(grown.toNanos() / 2, grown.toNanos()));
    }

    private Duration left(long giveUpAt) {
        return Duration.ofNanos(Math.max(1, giveUpAt - server.now()));
    }
}
