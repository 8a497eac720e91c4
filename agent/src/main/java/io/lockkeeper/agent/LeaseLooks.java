package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for leases in their locks. A read moves no deadline, but what it shows has happened. A lease that no call has shown yet is touched where
 * a read does not show it: the read may be of a primary that was cut off.
 */
final class LeaseLooks {

    private static final Logger log = LoggerFactory.getLogger(LeaseLooks.class);

    private final Server server;
    private final Timer background;
    private final BooleanSupplier byHints;
    private final Queue<HeldLease> due = new ConcurrentLinkedQueue<>();
    private final LongAdder falseHints = new LongAdder();

    /** @param byHints whether the agent is woken by hints, which may be false; what a change stream shows has happened */
    LeaseLooks(Server server, Timer background, BooleanSupplier byHints) {
        this.server = server;
        this.background = background;
        this.byHints = byHints;
    }

    /** An event said that it was granted. */
    void heard(HeldLease lease) {
        if (byHints.getAsBoolean()) {
            later(List.of(lease));
        }
    }

    /** Looks for them at once, on a thread of the agent: those that are due by then share one read. */
    void later(Collection<HeldLease> leases) {
        due.addAll(leases);
        if (!leases.isEmpty()) {
            background.after(Duration.ZERO, this::look); // also where others have: their threads may stand still
        }
    }

    private void look() {
        var unused = look(Stream.generate(due::poll)
                .takeWhile(Objects::nonNull)
                .filter(lease -> lease.isHeld() || lease.loss().isPresent())
                .distinct()
                .toList());
    }

    /** Looks for it before it returns: whether it is in its lock, or is lost. An interrupt is kept for the caller. */
    boolean now(HeldLease lease) {
        boolean interrupted = Thread.interrupted();
        try {
            long began = server.now();
            return look(List.of(lease)) && (lease.isProvenSince(began) || !lease.isHeld());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As {@link #now}, on a thread of its own. True also for a lease that was released since, and held until then. */
    CompletableFuture<Boolean> proof(HeldLease lease) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        server.machine()
                .virtual("lockkeeper-proof", () -> {
                    boolean proven = now(lease);
                    if (lease.isHeld()) {
                        answer.complete(proven);
                    } else {
                        var unused = lease.ending().releaseLater().thenAccept(answer::complete);
                    }
                })
                .start();
        return answer;
    }

    private boolean look(Collection<HeldLease> leases) {
        if (leases.isEmpty()) {
            return true;
        }
        try {
            long readAt = server.now();
            Map<String, Snapshot> locks = server.read(
                    leases.stream().map(lease -> lease.bid().lock()).distinct().toList());
            leases.forEach(lease -> look(lease, Optional.ofNullable(locks.get(lease.name())), readAt));
            return true;
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            log.debug("{} leases could not be looked for; the next renewal will show them", leases.size(), e);
            return false;
        }
    }

    private void look(HeldLease lease, Optional<Snapshot> lock, long readAt) {
        boolean believed = lease.isUnproven() && lease.isHeld();
        lease.shown(lock, readAt);
        if (believed
                && lease.loss().filter(LeaseLoss.TakenOver.class::isInstance).isPresent()) {
            falseHints.increment();
            lease.late(LateAttempt.Kind.HINT);
            log.warn(
                    "A hint was false: lock=\"{}\" was not granted to {} with token {}. Its lease is lost at once. Any program whose user may write hints can write one",
                    lease.name(),
                    lease.bid().acquirer(),
                    lease.token());
        }
    }

    /** How many hints so far named a grant that their lock does not have. */
    long falseHints() {
        return falseHints.sum();
    }
}
