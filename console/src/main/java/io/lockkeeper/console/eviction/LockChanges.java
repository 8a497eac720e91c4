package io.lockkeeper.console.eviction;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.mongodb.DocumentLimit;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.console.source.LockCollections;
import io.lockkeeper.console.source.LockCollections.Opened;
import io.lockkeeper.console.source.SourceRights;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The one change of one of Lockkeeper's own locks that an operator asked for, sent once, and what MongoDB's answer proves of it. The
 * lock may be in the console's first collection or in a source.
 */
@Component
final class LockChanges {

    private static final Logger LOG = LoggerFactory.getLogger(LockChanges.class);
    private static final long LIMIT_MILLIS = 5_000;
    /** Unauthorized, and the conversion that fails on purpose if the document is not a lock's. */
    private static final Set<Integer> REFUSALS = Set.of(13, 241);

    private final LockCollections collections;
    private final SourceRights sources;
    private final ServerClock clock;

    LockChanges(LockCollections collections, SourceRights sources, ServerClock clock) {
        this.collections = collections;
        this.sources = sources;
        this.clock = clock;
    }

    /** MongoDB's answer, with the lock after the change, or null if no answer came. */
    record Answer(Result result, @Nullable LockDocument lock) {}

    /**
     * The lock that an entry is about, as a majority has it now.
     *
     * @throws MongoException if MongoDB does not answer
     */
    Optional<LockDocument> read(AuditEntry entry) {
        return Optional.ofNullable(majority(collections.ofOurs(entry.place().source()))
                        .aggregate(DocumentLimit.OF_LOCKS.matching(Filters.eq("_id", entry.lock())))
                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                        .first())
                .map(LockMapper::fromBson);
    }

    /** Sends the change once, in time or not at all. The caller reads the lock afterwards. */
    Answer apply(Change change, AuditEntry entry, Function<LockDocument, Answer> read) {
        return apply(change, latest -> null, entry, read);
    }

    /**
     * As {@link #apply(Change, AuditEntry, Function)}; where the lock has no document, sends the change that makes one.
     *
     * @param making by the time after which the server refuses it; null where none is made
     */
    Answer apply(
            Change change,
            Function<Instant, @Nullable Change> making,
            AuditEntry entry,
            Function<LockDocument, Answer> read) {
        try {
            return sources.readOnly(entry.place().source())
                    .map(why -> new Answer(result(Outcome.DENIED, why), null))
                    .orElseGet(() -> send(change, making, entry, read));
        } catch (RefusedException e) {
            return new Answer(result(Outcome.DENIED, String.valueOf(e.getMessage())), null);
        } catch (RuntimeException e) {
            LOG.warn(
                    "An operator's change was not confirmed: action={} source={} lock={} entry={}",
                    entry.action(),
                    entry.place().source(),
                    entry.lock(),
                    entry.id(),
                    e);
            return new Answer(failed(e), null);
        }
    }

    private Answer send(
            Change change,
            Function<Instant, @Nullable Change> making,
            AuditEntry entry,
            Function<LockDocument, Answer> read) {
        Opened own = collections.ofOurs(entry.place().source());
        Instant latest = entry.deadline().minus(own.cluster().behind(clock));
        return sent(own, Filters.and(change.filter(), by(latest)), change)
                .or(() -> Optional.ofNullable(making.apply(latest)).flatMap(made -> sent(own, made.filter(), made)))
                .map(read)
                .orElseGet(() -> new Answer(notFound(entry), null));
    }

    private static Optional<LockDocument> sent(Opened own, Bson filter, Change change) {
        return Optional.ofNullable(majority(own)
                        .findOneAndUpdate(
                                filter,
                                change.pipeline(),
                                change.options().maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)))
                .map(answer -> Change.answer(answer).lock());
    }

    private static MongoCollection<BsonDocument> majority(Opened own) {
        return own.documents()
                .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /** The server refuses a change that was delayed: once nobody waits for it, it must not happen. */
    private static Bson by(Instant latest) {
        BsonDateTime deadline = new BsonDateTime(latest.toEpochMilli());
        return Filters.expr(new BsonDocument("$lte", new BsonArray(List.of(new BsonString("$$NOW"), deadline))));
    }

    private Result notFound(AuditEntry entry) {
        return clock.now().isAfter(entry.deadline())
                ? result(Outcome.REFUSED, "MongoDB took longer than %s.".formatted(Words.duration(AuditEntry.TIME_OUT)))
                : result(Outcome.GONE, "The lock has no document any more.");
    }

    private Result failed(RuntimeException e) {
        Outcome outcome = isRefusal(e) ? Outcome.REFUSED : Outcome.NOT_CONFIRMED;
        return new Result(clock.now(), outcome, "", String.valueOf(e.getMessage()));
    }

    /** After any other failure, whether the change was made is unknown. */
    private static boolean isRefusal(RuntimeException e) {
        return e instanceof MongoCommandException refused && REFUSALS.contains(refused.getErrorCode());
    }

    Result result(Outcome outcome, String detail) {
        return new Result(clock.now(), outcome, detail, "");
    }
}
