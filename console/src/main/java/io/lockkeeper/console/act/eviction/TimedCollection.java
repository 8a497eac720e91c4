package io.lockkeeper.console.act.eviction;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.console.watch.source.LockCollections.Opened;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A collection of locks as one change of an operator uses it: acknowledged by a majority, and in time or not at all: the server refuses a
 * change that was delayed, because its operator no longer waits for it.
 */
final class TimedCollection implements AutoCloseable {

    private static final long LIMIT_MILLIS = 5_000;

    private final Opened opened;
    private final MongoCollection<BsonDocument> documents;
    private final ClientSession session;
    /** The deadline by the clock of the collection's cluster. */
    private final Instant deadline;

    private final String stamp;

    /** @param own the clock of the console's own cluster, by which entries are dated */
    TimedCollection(Opened opened, AuditEntry entry, ServerClock own) {
        this.opened = opened;
        stamp = entry.id();
        documents = opened.documents()
                .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        deadline = entry.deadline().minus(opened.cluster().behind(own));
        session = opened.cluster().client().startSession();
    }

    Dialect dialect() {
        return opened.dialect();
    }

    /** Now, by the clock of the collection's cluster. */
    Instant now() {
        return opened.cluster().clock().now();
    }

    /** When the server begins to refuse every change, by the clock of the collection's cluster. */
    Instant deadline() {
        return deadline;
    }

    /** Whether the server refuses every change now. */
    boolean isOver() {
        return now().isAfter(deadline);
    }

    /** The place of the last change among all writes. */
    @Nullable
    BsonTimestamp changedAt() {
        return session.getOperationTime();
    }

    TtlIndexes indexes() {
        return TtlIndexes.in(documents);
    }

    Optional<BsonDocument> find(BsonValue id) {
        return Optional.ofNullable(documents
                .aggregate(session, DocumentLimit.OF_LOCKS.matching(new BsonDocument("_id", id)))
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .first());
    }

    /** Returns whether there was such a document. */
    boolean delete(BsonDocument filter) {
        return documents.findOneAndDelete(
                        session,
                        inTime(filter),
                        new FindOneAndDeleteOptions()
                                .projection(Projections.include("_id"))
                                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                != null;
    }

    /** Returns the document after it, as far as its dialect reads it; empty if there was no such document. */
    Optional<BsonDocument> update(BsonDocument filter, BsonDocument update) {
        return Optional.ofNullable(documents.findOneAndUpdate(
                session,
                inTime(filter),
                update,
                new FindOneAndUpdateOptions()
                        .returnDocument(ReturnDocument.AFTER)
                        .projection(Projections.include(dialect().topFields()))
                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)));
    }

    /** Changes one of Lockkeeper's own locks and returns it after that; empty if it has no document, or the time is over. */
    Optional<LockDocument> settle(Change change) {
        return sent(inTime(change.filter().toBsonDocument()), change);
    }

    /** Makes the document of one of Lockkeeper's own locks, by a change that the server refuses after the {@link #deadline} by itself. */
    Optional<LockDocument> make(Change change) {
        return sent(change.filter(), change);
    }

    private Optional<LockDocument> sent(Bson filter, Change change) {
        Optional<LockDocument> left = Optional.ofNullable(documents.findOneAndUpdate(
                        session,
                        filter,
                        change.pipeline(),
                        change.options().maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)))
                .map(answer -> Change.answer(answer).lock());
        left.ifPresent(this::wake);
        return left;
    }

    /** Wakes the agents that the change concerns. */
    private void wake(LockDocument left) {
        opened.hints().changed(left, stamp);
    }

    private BsonDocument inTime(BsonDocument filter) {
        BsonDateTime last = new BsonDateTime(deadline.toEpochMilli());
        BsonDocument inTime = new BsonDocument("$lte", new BsonArray(List.of(new BsonString("$$NOW"), last)));
        return filter.clone().append("$expr", inTime);
    }

    @Override
    public void close() {
        session.close();
    }
}
