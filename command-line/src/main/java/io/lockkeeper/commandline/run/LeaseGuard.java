package io.lockkeeper.commandline.run;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.commandline.Messages;
import io.lockkeeper.commandline.Plain;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a command before its lease ends: TERM while there is still time, KILL at the end. If the lease is lost suddenly, as by an eviction,
 * TERM then and KILL after the grace, within the quarantine.
 */
final class LeaseGuard {

    private final Lease lease;
    private final ChildCommand command;
    private final Limits limits;
    private final Messages messages;
    private final long began = System.nanoTime();
    private final Semaphore news = new Semaphore(0);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("lockkeeper-guard").unstarted(this::watch);
    private volatile boolean ending;

    /**
     * The time limits of a command.
     *
     * @param grace between TERM and KILL
     * @param maxHold how long the lock is held at most, or null
     */
    record Limits(Duration ttl, Duration grace, @Nullable Duration maxHold) {

        /** How long before the lease's end its command is asked to end. A lease that is renewed in time always has more left. */
        Duration early() {
            return shorter(grace, ttl.dividedBy(3));
        }

        /** How long until the command is to be asked to end, if nothing is renewed; zero or less for now. */
        Duration untilTerm(Duration remaining, Duration heldFor) {
            Duration byLease = remaining.minus(early());
            return maxHold == null
                    ? byLease
                    : shorter(byLease, maxHold.minus(heldFor).minus(shorter(grace, maxHold.dividedBy(3))));
        }

        /** How long after TERM it may still run. */
        Duration untilKill(Duration remaining, Duration heldFor, @Nullable LeaseLoss loss) {
            if (loss instanceof LeaseLoss.Evicted(var eviction)) {
                Duration quarantine = Duration.between(eviction.at(), eviction.until());
                return shorter(grace, quarantine.multipliedBy(2).dividedBy(3));
            }
            if (loss != null || remaining.isZero()) {
                return grace;
            }
            return maxHold == null ? remaining : shorter(remaining, maxHold.minus(heldFor));
        }

        private static Duration shorter(Duration one, Duration other) {
            return one.compareTo(other) < 0 ? one : other;
        }
    }

    private LeaseGuard(Lease lease, ChildCommand command, Limits limits, Messages messages) {
        this.lease = lease;
        this.command = command;
        this.limits = limits;
        this.messages = messages;
    }

    /** Starts to guard the command. */
    static LeaseGuard over(Lease lease, ChildCommand command, Limits limits, Messages messages) {
        LeaseGuard guard = new LeaseGuard(lease, command, limits, messages);
        lease.onLoss((lost, loss) -> guard.news.release());
        guard.thread.start();
        return guard;
    }

    /** Called when the command has ended: waits until none of its processes run, and returns whether the lease was the cause. */
    boolean stop() {
        if (!ending) {
            thread.interrupt();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ending;
    }

    private void watch() {
        try {
            Duration left = untilTerm();
            while (lease.isHeld() && left.isPositive()) {
                if (news.tryAcquire(left.toNanos(), TimeUnit.NANOSECONDS)) {
                    break;
                }
                left = untilTerm();
            }
            if (command.isRunning()) {
                ending = true;
                end();
            }
        } catch (InterruptedException commandEnded) {
            // nothing to end
        }
    }

    private void end() throws InterruptedException {
        LeaseLoss loss = lease.loss().orElse(null);
        messages.tell("Ending the command: its lease %s"
                .formatted(loss == null ? "ends soon" : "is lost: " + Plain.text(loss.toString())));
        command.terminate();
        if (!command.endsWithin(limits.untilKill(lease.remaining(), heldFor(), loss))) {
            messages.tell("The command has not ended: killing it");
            command.kill();
        }
    }

    private Duration untilTerm() {
        return limits.untilTerm(lease.remaining(), heldFor());
    }

    private Duration heldFor() {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
