package io.lockkeeper.console.act.eviction;

import com.mongodb.MongoException;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.watch.source.LockCollections;
import io.lockkeeper.console.watch.source.SourceRights;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Makes the one change of a lock that an operator asked for, in any source. */
@Component
final class LockChanges {

    private final LockCollections collections;
    private final SourceRights sources;
    private final ChangeAttempts attempts;

    LockChanges(LockCollections collections, SourceRights sources, ChangeAttempts attempts) {
        this.collections = collections;
        this.sources = sources;
        this.attempts = attempts;
    }

    /** Makes the change, unless the source has been made read-only or removed since it was asked for. */
    Answer make(AuditEntry entry, Function<TimedCollection, Answer> change) {
        String source = entry.place().source();
        try {
            return sources.readOnly(source)
                    .map(why -> Answer.of(attempts.result(Outcome.DENIED, why)))
                    .orElseGet(() -> attempts.make(collections.of(source), entry, change));
        } catch (RefusedException e) {
            return Answer.of(attempts.result(Outcome.DENIED, String.valueOf(e.getMessage())));
        } catch (DataAccessException | MongoException e) {
            Result unsent = attempts.result(Outcome.REFUSED, "Whether the source may be changed could not be read.");
            return Answer.of(unsent);
        }
    }

    /**
     * Settles one of Lockkeeper's own locks. It is sent once: the answer is the whole lock, which shows whether the change was made.
     *
     * @param read what the lock proves of it afterwards
     */
    Answer settle(AuditEntry entry, Change change, Function<LockDocument, Result> read) {
        return settle(entry, change, latest -> null, read);
    }

    /**
     * As {@link #settle(AuditEntry, Change, Function)}; where the lock has no document, sends the change that makes one.
     *
     * @param making by the time after which the server refuses it; null where none is made
     */
    Answer settle(
            AuditEntry entry,
            Change change,
            Function<Instant, @Nullable Change> making,
            Function<LockDocument, Result> read) {
        return make(entry, locks -> {
            if (!locks.dialect().hasQueues()) {
                throw new RefusedException(LockCollections.NO_QUEUES);
            }
            return locks.settle(change)
                    .or(() ->
                            Optional.ofNullable(making.apply(locks.deadline())).flatMap(locks::make))
                    .map(lock -> new Answer(read.apply(lock), lock, null))
                    .orElseGet(() -> Answer.of(
                            locks.isOver()
                                    ? attempts.tooLate()
                                    : result(Outcome.GONE, "The lock has no document any more.")));
        });
    }

    Result result(Outcome outcome, String detail) {
        return attempts.result(outcome, detail);
    }
}
