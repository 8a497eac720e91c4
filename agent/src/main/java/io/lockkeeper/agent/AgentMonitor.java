package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.agent.waiting.WakeStream;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.MemberClocks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows what an agent holds, what it waits for and what it knows of its server, to those who run the service. Only {@link #probe} asks the
 * server. Safe for use by any number of threads, and of use after the agent is closed.
 */
public final class AgentMonitor {

    private static final Logger log = LoggerFactory.getLogger(AgentMonitor.class);

    private final LockStore store;
    private final LeaseUpkeep upkeep;
    private final LocalWaiters waiters;
    private final WakeStream stream;
    private final MemberClocks clocks;
    private final LeaseKeeping<?> keeping;
    private final LeaseLooks looks;

    AgentMonitor(
            LockStore store,
            LeaseUpkeep upkeep,
            LocalWaiters waiters,
            WakeStream stream,
            MemberClocks clocks,
            LeaseKeeping<?> keeping,
            LeaseLooks looks) {
        this.store = store;
        this.upkeep = upkeep;
        this.waiters = waiters;
        this.stream = stream;
        this.clocks = clocks;
        this.keeping = keeping;
        this.looks = looks;
    }

    /**
     * A lease that this agent holds.
     *
     * @param token its fencing token, which with the name says which lease it is; of a kept lease that of its first use
     * @param acquiredAt when it was granted, by the server's clock; since then a kept lease has been kept
     * @param heldFor how long ago that was, on this machine's clock
     * @param remaining what is left of it unless it is renewed
     * @param owner the thread and the note of its request; of a kept lease those of its first use
     * @param use the latest use, if the lease may stay with the agent after a release or be handed on
     */
    public record OwnLease(
            String name,
            long token,
            Instant acquiredAt,
            Duration heldFor,
            Duration remaining,
            Owner owner,
            Optional<OwnUse> use) {

        /** Whether it is kept, and not in use now. */
        public boolean isIdle() {
            return use.filter(OwnUse::isOver).isPresent();
        }
    }

    /** A request of this agent that waits. Its time starts again if it was granted too late and queued again. */
    public record OwnWaiter(String name, Duration waitingFor, Owner owner) {}

    /** The change stream, or the cursor over hints, that notifies waiters of their grants. Without it they learn of them later. */
    public enum StreamState {
        /** There are no waiters, and no lease is old enough to be evicted. */
        NOT_NEEDED,
        OPEN,
        /** The stream is needed and being opened: for moments at the start, for longer after it broke. */
        CLOSED
    }

    /**
     * Leases that the agent keeps after their release.
     *
     * @param now how many, in use or not
     * @param uses how many uses it has granted without the server since its start
     * @param recalls how many of them others wanted since its start
     */
    public record Kept(int now, long uses, long recalls) {}

    /**
     * How the agent fares.
     *
     * @param leases how many it holds, those that it keeps among them
     * @param waiters how many requests wait for their turn
     * @param renewalLag for how long the most overdue touch of a lease or a waiter has been due; zero where all are in time
     * @param silentFor how long ago the first of its latest commands in a row was left unanswered; empty where the last was
     *     answered
     * @param clocks of the members that can be primary, as far as they were heard, how far each is ahead of the one furthest behind
     * @param clocksApart the members whose clocks differ for certain by more than the agent's allowance
     * @param kept leases that stay with the agent after their release
     * @param wakes where it writes and reads the hints by which agents wake one another; empty if it follows a change stream
     * @param falseHints how many hints since its start named a grant that their lock does not have: other programs write them
     */
    public record Status(
            int leases,
            int waiters,
            StreamState stream,
            Duration renewalLag,
            Optional<Duration> silentFor,
            List<MemberClocks.Offset> clocks,
            Optional<MemberClocks.Difference> clocksApart,
            Kept kept,
            Optional<HintPlace> wakes,
            long falseHints) {}

    /** The result of a probe of the server. */
    public enum Reach {
        /** A majority of the members acknowledged: locks can be taken and renewed. */
        MAJORITY,
        /** A primary answered, but no majority with it in time: no lock can be taken or renewed. */
        PRIMARY_ALONE,
        /** No primary answered in time. */
        NONE
    }

    /** The leases that are held now, those that the agent keeps among them, by name. */
    public List<OwnLease> leases() {
        return upkeep.leases().all().stream()
                .filter(HeldLease::isHeld)
                .map(this::own)
                .sorted(Comparator.comparing(OwnLease::name))
                .toList();
    }

    /** The requests that wait now, by name and the longest first. */
    public List<OwnWaiter> waiters() {
        return waiters.all().stream()
                .map(waiter -> new OwnWaiter(
                        waiter.bid().lock().value(),
                        waiter.waitingFor(),
                        waiter.bid().request().owner()))
                .sorted(Comparator.comparing(OwnWaiter::name)
                        .thenComparing(OwnWaiter::waitingFor, Comparator.reverseOrder()))
                .toList();
    }

    public Status status() {
        return new Status(
                upkeep.leases().all().size(),
                waiters.all().size(),
                streamState(),
                upkeep.renewals().lag(),
                upkeep.server().silentFor(),
                clocks.offsets(),
                clocks.beyond(upkeep.options().clockSkewAllowance()),
                new Kept(keeping.count(), keeping.uses(), keeping.recalls()),
                store.hints(),
                looks.falseHints());
    }

    /**
     * Asks the server for a read that a majority has to confirm. Changes no document.
     *
     * @param within how long this takes at most
     */
    public Reach probe(Duration within) {
        Duration second = within.dividedBy(4);
        if (succeeds(() -> store.confirm(within.minus(second)))) {
            return Reach.MAJORITY;
        }
        // a primary that has lost its majority answers this one too
        return succeeds(() -> store.read(List.of(), second)) ? Reach.PRIMARY_ALONE : Reach.NONE;
    }

    private static boolean succeeds(Runnable question) {
        try {
            question.run();
            return true;
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            log.debug("The probe failed", e);
            return false;
        }
    }

    /**
     * Ends a lease of this agent against its holder's will, if it is held: the holder is notified at once, as of any eviction. The
     * lock is free when its code has closed the lease, or after the rest of its ttl.
     *
     * @param token of the lease that you saw: no later lease is ended in its place
     * @param by who wants it, as the holder will read
     * @param reason why
     * @return whether such a lease was held
     */
    public boolean evict(String name, long token, String by, String reason) {
        Collection<HeldLease> held = upkeep.leases().all();
        boolean evicted = held.stream()
                .filter(lease -> lease.name().equals(name) && lease.token() == token)
                .anyMatch(lease -> lease.lose(new LeaseLoss.Evicted(eviction(lease, by, reason))));
        if (evicted) {
            log.warn("The lease of lock \"{}\" with token {} was evicted by {}: {}", name, token, by, reason);
        }
        return evicted;
    }

    private Eviction eviction(HeldLease lease, String by, String reason) {
        Instant now = lease.acquiredAt().plus(lease.heldFor());
        return new Eviction(by, reason, now, now);
    }

    private OwnLease own(HeldLease lease) {
        return new OwnLease(
                lease.name(),
                lease.token(),
                lease.acquiredAt(),
                lease.heldFor(),
                lease.remaining(),
                lease.bid().request().owner(),
                Optional.ofNullable(lease.user().latestUse()).map(use -> OwnUse.of(lease.token(), use)));
    }

    private StreamState streamState() {
        if (stream.isOpen()) {
            return StreamState.OPEN;
        }
        return stream.isNeeded() ? StreamState.CLOSED : StreamState.NOT_NEEDED;
    }
}
