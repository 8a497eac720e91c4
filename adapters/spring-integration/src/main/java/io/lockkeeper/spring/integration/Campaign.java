package io.lockkeeper.spring.integration;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.leadership.Leadership;
import io.lockkeeper.agent.leadership.LeadershipListener;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/** A candidate's campaign, from start to stop: its terms, one after the other, as Spring Integration's leadership. */
final class Campaign implements LeadershipListener, LeaseContext {

    private final Object source;
    private final Candidate candidate;
    private final @Nullable LeaderEventPublisher events;
    private final CompletableFuture<Leadership> leadership = new CompletableFuture<>();
    private volatile @Nullable LeaderTerm term;
    private volatile boolean ended;

    Campaign(Object source, Candidate candidate, @Nullable LeaderEventPublisher events) {
        this.source = source;
        this.candidate = candidate;
        this.events = events;
    }

    void begin(LockAgent agent, LockRequest request) {
        leadership.complete(Leadership.campaign(agent, request, this));
    }

    /** Ends the campaign: a leader elected at this moment either sees the end, or is revoked here. */
    void end() {
        ended = true;
        revoke();
        leadership.join().close();
    }

    @Override
    public void elected(Lease lease) {
        LeaderTerm next = new LeaderTerm(source, candidate, this, events, lease);
        term = next;
        if (!ended) {
            next.grant();
        }
    }

    @Override
    public void deposed(LeaseLoss loss) {
        revoke();
    }

    /** Stops leading, and then lets the next candidate lead. */
    @Override
    public void yield() {
        LeaderTerm current = term;
        if (current != null) {
            current.revoke();
            leadership.join().resign();
        }
    }

    @Override
    public boolean isLeader() {
        return lease().isPresent();
    }

    @Override
    public Optional<Lease> lease() {
        return Optional.ofNullable(term).map(LeaderTerm::lease).filter(Lease::isHeld);
    }

    @Override
    public String getRole() {
        return candidate.getRole();
    }

    private void revoke() {
        LeaderTerm current = term;
        if (current != null) {
            current.revoke();
        }
    }

    @Override
    public String toString() {
        return "Campaign[role %s, candidate %s, %s]"
                .formatted(candidate.getRole(), candidate.getId(), isLeader() ? "leads" : "stands");
    }
}
