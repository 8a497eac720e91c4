package io.lockkeeper.agent.leadership;

import io.lockkeeper.agent.HeldBy;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.LockUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A candidate for leadership: waits for a lock, notifies its listener when it is elected and when it is deposed, and stands again until it is
 * closed. Leadership is a lease like any other: the agent renews it, the console shows it, an operator can evict it, and its token fences
 * it.
 *
 * <pre>{@code
 * Leadership leadership = Leadership.campaign(agent, LockRequest.of("scheduler"), listener);
 * leadership.leader().ifPresent(leader -> log.info("Led by {}", leader));
 * leadership.close();
 * }</pre>
 *
 * <p>Between the end of a lease and the moment in which its holder notices, two instances may believe that they lead: pass the token to
 * what they write to. Safe for use by any number of threads.
 */
public final class Leadership implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Leadership.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);

    private final LockAgent agent;
    private final LockRequest request;
    private final LeadershipListener listener;
    private final Thread campaign =
            Thread.ofVirtual().name("lockkeeper-campaign").unstarted(this::campaign);
    private volatile @Nullable Term term;
    private volatile boolean closed;

    private Leadership(LockAgent agent, LockRequest request, LeadershipListener listener) {
        this.agent = agent;
        this.request = request;
        this.listener = listener;
    }

    /**
     * Stands for election, and returns at once. Ends with {@link #close}, or with the agent.
     *
     * @param request the lock whose holder leads, normally an exclusive one. With a longest hold, that is the longest term: the
     *     next is another's, if another waits
     * @throws IllegalArgumentException if its lease would be kept after a term
     */
    public static Leadership campaign(LockAgent agent, LockRequest request, LeadershipListener listener) {
        if (request.keep().isPresent()) {
            throw new IllegalArgumentException(
                    "A leader's lease is not kept after its term; that of \"%s\" would be".formatted(request.name()));
        }
        Leadership leadership = new Leadership(agent, request, listener);
        leadership.campaign.start();
        return leadership;
    }

    /** Whether this candidate leads now. Compares the clock at each call and needs no network. */
    public boolean isLeader() {
        return lease().isPresent();
    }

    /** The lease of the current term, if this candidate leads now. */
    public Optional<Lease> lease() {
        return Optional.ofNullable(term).map(Term::lease).filter(Lease::isHeld);
    }

    /**
     * Who leads now: one read of the lock, as {@link LockAgent#heldBy}, which you can call without a campaign.
     *
     * @throws LockUnavailableException if the server did not answer in time
     * @throws IllegalStateException if the agent is closed
     */
    public Optional<HeldBy> leader() {
        return agent.heldBy(request.name().value()).stream().findFirst();
    }

    /**
     * Gives leadership up, if this candidate leads, and stands again behind all that wait. Stop leading first: the next leader may begin
     * before this returns.
     *
     * @return whether this candidate led until now
     */
    public boolean resign() {
        Term current = term;
        return current != null && current.resign();
    }

    /** Ends the campaign, and resigns if this candidate leads. Does not wait for the listener. Further calls do nothing. */
    @Override
    public void close() {
        closed = true;
        campaign.interrupt();
        resign();
    }

    private void campaign() {
        try {
            while (!closed) {
                stand();
            }
        } catch (InterruptedException e) {
            log.debug("The campaign for \"{}\" is over", request.name());
        } catch (RuntimeException e) {
            log.warn("The campaign for \"{}\" is over: {}", request.name(), e.getMessage());
        }
    }

    /** One candidacy, from the wait to the end of the term. */
    private void stand() throws InterruptedException {
        try {
            if (!lead(agent.acquire(request))) {
                pause();
            }
        } catch (LockException e) {
            log.warn("This instance could not be elected; the campaign continues: {}", e.getMessage());
            pause();
        }
    }

    /** A concurrent {@code close} sees the term, or this sees {@code closed}. */
    private boolean lead(Lease lease) throws InterruptedException {
        Term current = new Term(lease, listener);
        term = current;
        try {
            if (closed) {
                current.resign();
            }
            return current.run();
        } finally {
            term = null;
        }
    }

    private static void pause() throws InterruptedException {
        long jitter = ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE.toNanos());
        Thread.sleep(SHORTEST_PAUSE.plusNanos(jitter));
    }

    @Override
    public String toString() {
        return "Leadership[%s, %s]".formatted(request.name(), isLeader() ? "leads" : closed ? "closed" : "stands");
    }
}
