package io.lockkeeper.agent;

import io.lockkeeper.agent.OuterLocks.OuterLock;
import io.lockkeeper.agent.OuterLocks.Taking;
import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes the outer lock of each request before the lease, if the agent has outer locks. They have no queue, so waiting for one is polling. */
final class Nesting {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final Machine machine;
    private final Gate gate;
    private final OuterLocks.@Nullable Session outerLocks;

    Nesting(Machine machine, Gate gate, OuterLocks.@Nullable Session outerLocks) {
        this.machine = machine;
        this.gate = gate;
        this.outerLocks = outerLocks;
    }

    /** Waits for the lease of a request. */
    interface Waiting {
        Lease acquire(LockRequest request) throws InterruptedException;
    }

    Attempt attempt(LockRequest asked, Function<LockRequest, Attempt> inner) {
        if (outerLocks == null) {
            return inner.apply(asked);
        }
        return switch (outerLocks.tryTake(asked)) {
            case Taking.Refused(HeldBy heldBy) -> refused(asked, heldBy);
            case Taking.Unanswered(RuntimeException cause) -> throw unanswered(asked, cause);
            case Taking.Unusable unusable -> throw unusable(asked, unusable);
            case Taking.Taken(OuterLock outer) -> attempt(asked, outer, inner);
        };
    }

    private Attempt attempt(LockRequest asked, OuterLock outer, Function<LockRequest, Attempt> inner) {
        boolean granted = false;
        try {
            Attempt attempt = inner.apply(asked);
            granted = attempt instanceof Attempt.Granted;
            return attempt instanceof Attempt.Granted(Lease lease)
                    ? new Attempt.Granted(NestedLease.of(lease, outer, asked, machine))
                    : attempt;
        } finally {
            if (!granted) {
                outer.release(Duration.ZERO);
            }
        }
    }

    Lease acquire(LockRequest asked, Waiting inner) throws InterruptedException {
        if (outerLocks == null) {
            return inner.acquire(asked);
        }
        Duration longestWait = asked.longestWait().orElse(LockRequest.A_YEAR);
        long giveUpAt = machine.nanos() + longestWait.toNanos();
        while (true) {
            OuterLock outer = await(outerLocks, asked, longestWait, giveUpAt);
            Lease lease = acquire(asked.withLongestWait(left(giveUpAt)), outer, inner);
            if (!(lease.loss().orElse(null) instanceof LeaseLoss.OuterLockLost)) {
                return lease;
            }
            lease.close(); // the outer lock was lost while the request waited for the inner
        }
    }

    private Lease acquire(LockRequest asked, OuterLock outer, Waiting inner) throws InterruptedException {
        boolean granted = false;
        try {
            Lease lease = NestedLease.of(inner.acquire(asked), outer, asked, machine);
            granted = true;
            return lease;
        } finally {
            if (!granted) {
                outer.release(Duration.ZERO);
            }
        }
    }

    private OuterLock await(OuterLocks.Session locks, LockRequest asked, Duration longestWait, long giveUpAt)
            throws InterruptedException {
        Duration pause = SHORTEST_PAUSE;
        while (true) {
            if (gate.isShut()) {
                throw new LockUnavailableException(asked.name().value(), Gate.CLOSED, null);
            }
            Taking taking = locks.tryTake(asked);
            if (taking instanceof Taking.Taken(OuterLock outer)) {
                return outer;
            }
            if (giveUpAt - machine.nanos() <= 0 || taking instanceof Taking.Unusable) {
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
        return Duration.ofNanos(Math.max(1, giveUpAt - machine.nanos()));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
