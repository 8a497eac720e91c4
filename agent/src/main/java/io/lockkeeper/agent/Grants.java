package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.Identity;
import io.lockkeeper.agent.calls.RequestKind;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.keeping.Keeper;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns grants into leases, and grants kept leases again without the server. */
final class Grants {

    private final KeptLease.Upkeep kept;
    private final LeaseUpkeep upkeep;
    private final LeaseKeeping<KeptLease> keeping;
    private final int tokens;

    /** Asks for {@code tokens} tokens with each lease that is to be kept. */
    Grants(KeptLease.Upkeep kept, int tokens) {
        this.kept = kept;
        this.upkeep = kept.upkeep();
        this.keeping = kept.keeping();
        this.tokens = tokens;
    }

    /** A new request by the calling thread. */
    Bid bid(LockRequest asked, LockObserver.Acquiring acquiring) {
        Bid bid = upkeep.server().bid(asked.name(), asked.kind(), ttl(asked), owner(asked), keep(asked));
        bid.beforeItIsSent(() -> acquiring.asks(bid.acquirer()));
        return bid;
    }

    /** A request that the process before this one has made, under that acquirer. */
    Bid continued(LockRequest asked, String acquirer) {
        return upkeep.server().continued(asked.name(), asked.kind(), ttl(asked), owner(asked), acquirer);
    }

    private Owner owner(LockRequest asked) {
        return asked.owner(upkeep.server().self(), Identity.thread());
    }

    private Duration ttl(LockRequest asked) {
        AgentOptions options = upkeep.options();
        return asked.ttl()
                .map(each -> AgentOptions.requireTtl(each, options.clockSkewAllowance()))
                .orElse(options.ttl());
    }

    /** The tokens to request so that the lease can be kept or handed on; null if it is not to be, or cannot be now. */
    private @Nullable Keep keep(LockRequest asked) {
        Optional<Duration> time = asked.keep();
        if (time.isEmpty()) {
            return null;
        }
        keeping.isWanted(time.get());
        upkeep.listen().run();
        boolean cohort = asked.cohort().isPresent();
        if (keeping.mayKeep(asked.name())) {
            return new Keep(time.get(), tokens, cohort);
        }
        return cohort && keeping.mayHandOn() ? new Keep(Duration.ZERO, tokens, true) : null;
    }

    /**
     * Another use of the lease that the agent keeps of the lock. If the lease is in use, waits for its next use, or recalls it; empty if
     * the server has to be asked.
     */
    Optional<Lease> again(LockRequest asked, LockObserver.Acquiring acquiring) {
        Keeper<KeptLease> keeper = keeping.find(asked.name());
        return keeper == null
                ? Optional.empty()
                : Optional.ofNullable(keeper.lease().again(asked, acquiring));
    }

    /** As {@link #again}, for a try: it does not recall a lease that is in use. */
    Optional<Attempt> attempt(LockRequest asked, LockObserver.Acquiring acquiring) {
        Keeper<KeptLease> keeper = keeping.find(asked.name());
        if (keeper == null) {
            return Optional.empty();
        }
        KeptLease lease = keeper.lease();
        if (lease.isInUse() && asked.kind().equals(RequestKind.EXCLUSIVE)) {
            return Optional.of(refusal(lease, asked.name()));
        }
        return Optional.ofNullable(lease.again(asked, acquiring)).map(Attempt.Granted::new);
    }

    /** The holder that a caller waits for here; empty if the agent keeps no lease of the lock. */
    Optional<Attempt.Refused> refusal(LockName lock) {
        return Optional.ofNullable(keeping.find(lock)).map(keeper -> refusal(keeper.lease(), lock));
    }

    private Attempt.Refused refusal(KeptLease lease, LockName lock) {
        return new Attempt.Refused(lock, List.of(lease.heldBy()), kept.waiters().count(lock));
    }

    /** Serves a caller that has just begun to wait, in case it missed the end of a use. */
    void serve(LockName lock) {
        Keeper<KeptLease> keeper = keeping.find(lock);
        if (keeper != null && keeper.isHandedOn()) {
            keeper.lease().cohort().serve();
        } else {
            kept.waiters().moveUp(lock);
        }
    }

    /** A caller of this agent stands in the lock's queue: a lease that the agent keeps is recalled, even if no event says so. */
    void recall(LockDocument lock, Bid caller) {
        String agent = caller.request().owner().agent();
        List<String> kept = lock.holders().stream()
                .filter(holder -> holder.isKept() && holder.owner().agent().equals(agent))
                .map(Holder::acquirer)
                .toList();
        keeping.awaited(caller.lock(), kept);
    }

    /**
     * The lease of a grant; empty if the grant has ended by now, or was evicted before anybody knew of it.
     *
     * @throws LockUnavailableException if the agent is being closed; the grant is undone then
     */
    Optional<Lease> granted(Bid bid, Grant grant, LockRequest asked, LockObserver.Acquiring acquiring) {
        Keep keep = grant.holder().keep();
        if (keep == null) {
            HeldLease lease = new HeldLease(bid, grant, asked, upkeep);
            return isOurs(lease, bid, grant) ? Optional.of(lease.begin(grant, asked, acquiring)) : Optional.empty();
        }
        KeptLease lease = new KeptLease(bid, grant, asked, kept, keep);
        return isOurs(lease.lease(), bid, grant) ? Optional.of(lease.begin(grant, asked, acquiring)) : Optional.empty();
    }

    private boolean isOurs(HeldLease lease, Bid bid, Grant grant) {
        if (!lease.isHeld() || !grant.counts()) {
            upkeep.removals().remove(bid);
            return false;
        }
        upkeep.leases().add(lease);
        if (grant.isHeard()) {
            kept.looks().heard(lease);
        }
        if (upkeep.gate().isShut()) { // a thread that shuts it from here on sees the lease
            lease.forget();
            upkeep.removals().removeNow(bid);
            throw new LockUnavailableException(lease.name(), Gate.CLOSED, null);
        }
        return true;
    }
}
