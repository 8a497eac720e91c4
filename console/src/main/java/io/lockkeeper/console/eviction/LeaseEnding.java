package io.lockkeeper.console.eviction;

import com.mongodb.MongoException;
import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.eviction.LockChanges.Answer;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The change that ends a lease of the console's first collection, and what the lock proves of it afterwards. */
@Component
final class LeaseEnding {

    private static final Duration SHORTEST_QUARANTINE = Duration.ofSeconds(1);

    private final LockChanges changes;
    private final ServerClock clock;
    private final Duration quarantine;

    LeaseEnding(LockChanges changes, ServerClock clock, @Value("${lockkeeper.quarantine:15s}") Duration quarantine) {
        this.changes = changes;
        this.clock = clock;
        this.quarantine = checked(quarantine);
    }

    private static Duration checked(Duration quarantine) {
        if (quarantine.compareTo(SHORTEST_QUARANTINE) < 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "lockkeeper.quarantine is %d ms; a holder needs at least %d ms to stop",
                    quarantine.toMillis(),
                    SHORTEST_QUARANTINE.toMillis()));
        }
        return quarantine;
    }

    /** How long the holder of an evicted lease has to stop. */
    Duration quarantine() {
        return quarantine;
    }

    Answer end(EvictionRequest request, AuditEntry entry) {
        return changes.apply(change(request, entry.actors()), entry, lock -> read(request, lock));
    }

    /** Repeats an earlier request: the lease that was seen then ends, or none. */
    Answer end(AuditEntry entry) {
        try {
            LockDocument lock = changes.read(entry).orElse(null);
            Optional<Holder> seen = lock == null ? Optional.empty() : seen(lock, entry.acquirer(), entry.token());
            Way way = entry.action() == Action.EVICT_NOW ? Way.NOW : Way.MARK;
            return seen.map(holder ->
                            new EvictionRequest(entry.id(), entry.lock(), holder, entry.reason(), way, entry.ip()))
                    .map(request -> end(request, entry))
                    .orElseGet(() -> over(lock));
        } catch (MongoException e) {
            return new Answer(new Result(clock.now(), Outcome.REFUSED, "", String.valueOf(e.getMessage())), null);
        }
    }

    private static Optional<Holder> seen(LockDocument lock, String acquirer, long token) {
        return lock.holder(acquirer).filter(holder -> holder.token() == token);
    }

    private Answer over(@Nullable LockDocument lock) {
        if (lock == null) {
            return new Answer(changes.result(Outcome.GONE, "The lock has no document any more."), null);
        }
        return new Answer(
                lock.holders().isEmpty()
                        ? changes.result(Outcome.GONE, "Nobody holds the lock.")
                        : changes.result(
                                Outcome.HOLDER_CHANGED,
                                "It is now held by %s."
                                        .formatted(Holders.words(
                                                lock.holders().get(0).owner()))),
                lock);
    }

    private Change change(EvictionRequest request, String by) {
        return request.way() == Way.NOW
                ? Settle.evictNow(request.lock(), request.seen(), by, request.reason(), request.id())
                : Settle.evict(request.lock(), request.seen(), by, request.reason(), quarantine, request.id());
    }

    /** The document after the change: only our own stamp proves that the change was ours. */
    private Answer read(EvictionRequest request, LockDocument lock) {
        Holder seen = request.seen();
        if (lock.released() != null && lock.released().stamp().equals(request.id())) {
            return new Answer(changes.result(Outcome.ENDED, ""), lock);
        }
        Holder there = seen(lock, seen.acquirer(), seen.token()).orElse(null);
        if (there != null) {
            boolean ours = there.stamp().equals(request.id());
            return new Answer(changes.result(ours ? Outcome.MARKED : Outcome.ALREADY_MARKED, ""), lock);
        }
        return over(lock);
    }
}
