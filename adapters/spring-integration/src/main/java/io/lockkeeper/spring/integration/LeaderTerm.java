package io.lockkeeper.spring.integration;

import io.lockkeeper.agent.Lease;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/** One term: granted, and revoked once. No listener receives a revocation before the grant, or a grant that is over. */
final class LeaderTerm {

    private static final Logger log = LoggerFactory.getLogger(LeaderTerm.class);

    private final Object source;
    private final Candidate candidate;
    private final Context context;
    private final @Nullable LeaderEventPublisher events;
    private final Lease lease;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean revoked = new AtomicBoolean();
    /** Held while events are published, so that they come in order. */
    private final ReentrantLock publishing = new ReentrantLock();

    private volatile @Nullable Thread granting;
    private boolean published;

    LeaderTerm(
            Object source, Candidate candidate, Context context, @Nullable LeaderEventPublisher events, Lease lease) {
        this.source = source;
        this.candidate = candidate;
        this.context = context;
        this.events = events;
        this.lease = lease;
    }

    Lease lease() {
        return lease;
    }

    /** Grants the term; a candidate that throws does not lead. */
    void grant() {
        granting = Thread.currentThread();
        begun.set(true);
        try {
            candidate.onGranted(context);
            publishGranted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            context.yield();
        } catch (RuntimeException e) {
            revoke();
            throw e;
        } finally {
            granting = null;
        }
    }

    void revoke() {
        if (begun.get() && revoked.compareAndSet(false, true)) {
            interruptGrant();
            try {
                candidate.onRevoked(context);
            } catch (RuntimeException e) {
                log.error("The candidate for \"{}\" failed when its leadership was revoked", candidate.getRole(), e);
            }
            publishRevoked();
        }
    }

    /** Interrupts the leader's thread, unless that itself ends the term. */
    private void interruptGrant() {
        Thread thread = granting;
        if (thread != null && !thread.equals(Thread.currentThread())) {
            thread.interrupt();
        }
    }

    private void publishGranted() {
        publish(() -> {
            if (events != null && !revoked.get()) {
                published = true;
                events.publishOnGranted(source, context, candidate.getRole());
            }
        });
    }

    private void publishRevoked() {
        publish(() -> {
            if (events != null && published) {
                events.publishOnRevoked(source, context, candidate.getRole());
            }
        });
    }

    private void publish(Runnable publication) {
        publishing.lock();
        try {
            publication.run();
        } catch (RuntimeException e) {
            log.error("A listener for the leadership of \"{}\" failed", candidate.getRole(), e);
        } finally {
            publishing.unlock();
        }
    }
}
