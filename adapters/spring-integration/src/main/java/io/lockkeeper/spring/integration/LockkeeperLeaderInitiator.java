package io.lockkeeper.spring.integration;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationEventPublisherAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/**
 * Stands for election while the application context runs, and notifies the candidate and the context's listeners of each term, by
 * {@link OnGrantedEvent} and {@link OnRevokedEvent}. The lock's name is the candidate's role.
 *
 * <pre>{@code
 * @Bean
 * LockkeeperLeaderInitiator leader(LockAgent agent) {
 *     return new LockkeeperLeaderInitiator(agent, new DefaultCandidate("instance-1", "scheduler"));
 * }
 * }</pre>
 *
 * <p>Nothing polls: the longest waiter leads next, some milliseconds after the previous leader has yielded or stopped. So there are
 * no events of failed attempts. A lost term is revoked when its lease's deadline passes, even if MongoDB cannot be reached;
 * {@link LeaseContext#lease()} has the token that keeps a late leader out.
 *
 * <p>{@code onGranted} runs on a thread of its own, which is interrupted when the term ends; the event follows when it has
 * returned. Each term that was granted is revoked once. Starts last and stops first, unless its phase is set.
 */
public final class LockkeeperLeaderInitiator implements SmartLifecycle, ApplicationEventPublisherAware {

    private final LockAgent agent;
    private final Candidate candidate;
    private final LockRequest request;
    private final ReentrantLock guard = new ReentrantLock();
    private @Nullable ApplicationEventPublisher publisher;
    private volatile @Nullable Campaign campaign;
    private int phase = DEFAULT_PHASE;

    /** Stands for the candidate's role, by the agent, which must be closed later than the application context stops. */
    public LockkeeperLeaderInitiator(LockAgent agent, Candidate candidate) {
        this(agent, candidate, UnaryOperator.identity());
    }

    /** As the other constructor, with a request that is changed before use: {@code as -> as.withLongestHold(…)} is the longest term. */
    public LockkeeperLeaderInitiator(LockAgent agent, Candidate candidate, UnaryOperator<LockRequest> as) {
        this.agent = agent;
        this.candidate = candidate;
        this.request = as.apply(LockRequest.of(candidate.getRole()));
    }

    @Override
    public void setApplicationEventPublisher(ApplicationEventPublisher applicationEventPublisher) {
        publisher = applicationEventPublisher;
    }

    public void setPhase(int phase) {
        this.phase = phase;
    }

    @Override
    public int getPhase() {
        return phase;
    }

    @Override
    public void start() {
        guard.lock();
        try {
            if (campaign == null) {
                Campaign next = new Campaign(
                        this, candidate, publisher == null ? null : new DefaultLeaderEventPublisher(publisher));
                next.begin(agent, request);
                campaign = next;
            }
        } finally {
            guard.unlock();
        }
    }

    /** Revokes leadership, if this one leads, and then lets the next candidate lead. Returns when the candidate has been notified. */
    @Override
    public void stop() {
        guard.lock();
        try {
            Campaign last = campaign;
            campaign = null;
            if (last != null) {
                last.end();
            }
        } finally {
            guard.unlock();
        }
    }

    @Override
    public boolean isRunning() {
        return campaign != null;
    }

    /** The campaign's context, which is not leading while this is not running. */
    public LeaseContext getContext() {
        Campaign current = campaign;
        return current == null ? new NoContext(candidate.getRole()) : current;
    }

    @Override
    public String toString() {
        return "LockkeeperLeaderInitiator[%s, %s]"
                .formatted(request.name(), getContext().isLeader() ? "leads" : "does not lead");
    }

    private record NoContext(String getRole) implements LeaseContext {
        @Override
        public boolean isLeader() {
            return false;
        }

        @Override
        public Optional<Lease> lease() {
            return Optional.empty();
        }
    }
}
