package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.OpenRequests;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.waiting.LocalWaiter;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.agent.waiting.WakeStream;

/** Reacts to the stream's events: offers a grant to its waiter, looks for an eviction of its lease, and ends a kept lease that others want. */
final class WakeReaction implements WakeStream.Listener {

    private final OpenRequests open;
    private final LocalWaiters waiters;
    private final HeldLeases leases;
    private final LeaseLooks looks;
    private final LeaseKeeping<?> keeping;

    WakeReaction(
            OpenRequests open, LocalWaiters waiters, HeldLeases leases, LeaseLooks looks, LeaseKeeping<?> keeping) {
        this.open = open;
        this.waiters = waiters;
        this.leases = leases;
        this.looks = looks;
        this.keeping = keeping;
    }

    @Override
    public boolean isNeeded() {
        return !waiters.isEmpty() || leases.hasLongHeld() || keeping.isNeeded();
    }

    @Override
    public void opened(boolean heard) {
        if (heard) {
            keeping.opened();
        }
        open.hintAll(); // before the waiters: a caller that begins to wait joins them first, and then looks for this
        waiters.all().forEach(LocalWaiter::hint);
        looks.later(leases.longHeld());
    }

    @Override
    public void closed() {
        keeping.closed();
    }

    @Override
    public void recalled(String acquirer) {
        keeping.recalled(acquirer);
    }

    @Override
    public void granted(String acquirer, long token, int tokens) {
        open.hint(acquirer);
        waiters.find(acquirer).ifPresent(waiter -> waiter.heard(token, tokens));
        looks.later(leases.find(acquirer).stream().toList());
    }

    @Override
    public void concerned(String acquirer) {
        open.hint(acquirer);
        waiters.find(acquirer).ifPresent(LocalWaiter::hint);
        keeping.recalled(acquirer); // evicted, perhaps before its grant was known
        looks.later(leases.find(acquirer).stream().toList());
    }
}
