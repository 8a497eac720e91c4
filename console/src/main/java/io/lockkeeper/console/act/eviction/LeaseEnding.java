package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.Aftermath;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.ForceOrder;
import io.lockkeeper.console.watch.dialect.ForcedRelease;
import io.lockkeeper.console.watch.dialect.LockReading;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Ends an acquisition as the dialect of its lock has it. The lock is read first, and changed only if that acquisition still holds it.
 * Where a library renews it in between, the change misses and is tried again, three times at most. A change of Lockkeeper's own looks
 * for the lease in the pipeline, so that it never misses.
 */
@Component
final class LeaseEnding {

    private static final int MOST_TRIES = 3;
    private static final Duration SHORTEST_QUARANTINE = Duration.ofSeconds(1);

    private final ChangeAttempts attempts;
    private final Duration quarantine;

    LeaseEnding(ChangeAttempts attempts, @Value("${lockkeeper.quarantine:15s}") Duration quarantine) {
        this.attempts = attempts;
        this.quarantine = checked(quarantine);
    }

    private static Duration checked(Duration quarantine) {
        if (quarantine.compareTo(SHORTEST_QUARANTINE) < 0) {
            throw new IllegalArgumentException("lockkeeper.quarantine is %s ms; a holder needs at least %s ms to stop"
                    .formatted(quarantine.toMillis(), SHORTEST_QUARANTINE.toMillis()));
        }
        return quarantine;
    }

    /** How long, at least, the holder of an evicted lease has to stop, or a quarantined lock stays untaken. */
    Duration quarantine() {
        return quarantine;
    }

    /** A holder that is cut off still believes until its own expiry, so a quarantine lasts at least as long. */
    static Instant quarantineEnd(DialectLock lock, Instant now, Duration quarantine) {
        Instant soonest = now.plus(quarantine);
        return lock.expiry().instant().filter(soonest::isBefore).orElse(soonest);
    }

    /** Ends the acquisition that the entry names, or says what is there instead. Waits for MongoDB. */
    Answer end(TimedCollection locks, AuditEntry entry) {
        Acquisition seen = entry.acquisition();
        boolean atOnce = entry.action() == Action.EVICT_NOW;
        Present now = Present.read(locks, seen);
        for (int tries = 0; now.isToBeEnded(seen, atOnce) && tries < MOST_TRIES; tries++) {
            Optional<Answer> made = attempt(locks, now, entry);
            if (made.isPresent()) {
                return made.get();
            }
            now = Present.read(locks, seen);
        }
        return new Answer(missed(locks, now, seen, atOnce), now.own(), null);
    }

    /** Empty if nothing was changed. */
    private Optional<Answer> attempt(TimedCollection locks, Present now, AuditEntry entry) {
        BsonDocument document = now.document().orElseThrow();
        ForceOrder order = new ForceOrder(
                entry.id(),
                now.at(),
                until(locks, now, document),
                quarantine,
                entry.actors(),
                entry.reason(),
                entry.action() == Action.EVICT_NOW);
        ForcedRelease change = locks.dialect()
                .force(document, entry.acquisition(), order)
                .orElseThrow(() -> new RefusedException("This dialect has no forced release."));
        Outcome outcome = locks.dialect().quarantines() && !(change instanceof ForcedRelease.Remove)
                ? Outcome.MARKED
                : Outcome.ENDED;
        return switch (change) {
            case ForcedRelease.Delete delete -> made(locks.delete(delete.filter()), outcome, locks);
            case ForcedRelease.Update update ->
                change(
                        update,
                        document,
                        new Aftermath(locks.dialect(), entry.acquisition(), order.now()),
                        outcome,
                        locks);
            case ForcedRelease.Mark mark ->
                locks.settle(mark.change()).filter(mark::isMade).map(lock -> made(outcome, lock, locks));
            case ForcedRelease.Remove removal ->
                locks.settle(removal.change()).filter(removal::isMade).map(lock -> made(outcome, lock, locks));
        };
    }

    /** A document of a form that its dialect did not expect may stay held: what the change leaves is read before it, and in its answer. */
    private Optional<Answer> change(
            ForcedRelease.Update update,
            BsonDocument document,
            Aftermath aftermath,
            Outcome outcome,
            TimedCollection locks) {
        Optional<String> fault = aftermath.faultBefore(update, document);
        if (fault.isPresent()) {
            return fault.map(why -> answer(Outcome.REFUSED, "The change was not sent: %s.".formatted(why)));
        }
        return locks.update(update.filter(), update.update())
                .map(after -> aftermath
                        .faultAfter(after)
                        .map(why -> answer(Outcome.NOT_CONFIRMED, "The document was changed: %s.".formatted(why)))
                        .orElseGet(() -> made(outcome, null, locks)));
    }

    private Answer answer(Outcome outcome, String detail) {
        return Answer.of(attempts.result(outcome, detail));
    }

    private Optional<Answer> made(boolean changed, Outcome outcome, TimedCollection locks) {
        return changed ? Optional.of(made(outcome, null, locks)) : Optional.empty();
    }

    private Answer made(Outcome outcome, @Nullable LockDocument lock, TimedCollection locks) {
        return new Answer(attempts.result(outcome, ""), lock, locks.changedAt());
    }

    /** The end of the quarantine by the present expiry, which a renewal since may have moved for the same acquisition. */
    private Instant until(TimedCollection locks, Present now, BsonDocument document) {
        return Optional.of(document)
                .filter(it -> locks.dialect().quarantines())
                .flatMap(it -> LockReading.of(it, locks.dialect(), locks.indexes()))
                .map(lock -> quarantineEnd(lock, now.at(), quarantine))
                .orElseGet(() -> now.at().plus(quarantine));
    }

    private Result missed(TimedCollection locks, Present now, Acquisition seen, boolean atOnce) {
        if (now.isToBeEnded(seen, atOnce) && locks.isOver()) {
            return attempts.tooLate();
        }
        if (now.lock().filter(lock -> lock.isEvicted(seen)).isPresent()) {
            return attempts.result(Outcome.ALREADY_MARKED, "Somebody has evicted this holder already.");
        }
        return now.taken()
                .map(lock ->
                        attempts.result(Outcome.HOLDER_CHANGED, "It is now held by %s.".formatted(Holders.words(lock))))
                .orElseGet(() -> attempts.result(
                        Outcome.GONE,
                        now.document().isPresent() ? "The lock is free." : "The lock has no document any more."));
    }

    /** The lock's document at a moment, by the clock of its cluster. */
    private record Present(Optional<BsonDocument> document, Optional<DialectLock> lock, Instant at) {

        static Present read(TimedCollection locks, Acquisition seen) {
            Optional<BsonDocument> document = locks.find(seen.id());
            return new Present(
                    document,
                    document.flatMap(it -> LockReading.of(it, locks.dialect(), TtlIndexes.UNREADABLE)),
                    locks.now());
        }

        Optional<DialectLock> taken() {
            return lock.filter(it -> it.isTaken(at));
        }

        boolean isToBeEnded(Acquisition seen, boolean atOnce) {
            return taken().filter(it -> it.isOf(seen))
                    .filter(it -> atOnce || !it.isEvicted(seen))
                    .isPresent();
        }

        @Nullable
        LockDocument own() {
            return lock.flatMap(DialectLock::own).orElse(null);
        }
    }
}
