package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** The locks that a living library keeps in a database, as its dialect reads and releases them. Where asked for, what it writes is recorded. */
record LivingLocks(FileDialect dialect, MongoCollection<BsonDocument> collection, Optional<StreamRecorder> recorder)
        implements AutoCloseable {

    private static final Duration QUARANTINE = Duration.ofSeconds(6);
    private static final Duration LONG = Duration.ofMinutes(2);

    /** In the dialect's collection, or in {@code locks} if it names none. */
    static LivingLocks in(MongoDatabase database, String dialect) {
        return in(database, dialect, dialect);
    }

    /** @param recording what a recording of it is named */
    static LivingLocks in(MongoDatabase database, String dialect, String recording) {
        FileDialect found = (FileDialect) new Dialects("").find(dialect).orElseThrow();
        MongoCollection<BsonDocument> collection =
                database.getCollection(found.collections().stream().findFirst().orElse("locks"), BsonDocument.class);
        return new LivingLocks(found, collection, StreamRecorder.start(recording, found, collection));
    }

    List<DialectLock> all() {
        TtlIndexes indexes = TtlIndexes.in(collection);
        return collection.find().into(new ArrayList<>()).stream()
                .flatMap(document -> dialect.read(document, indexes).stream())
                .toList();
    }

    /** The one that there is. */
    DialectLock only() {
        List<DialectLock> all = all();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    /** The one that there is, which is held. */
    DialectLock held() {
        DialectLock only = only();
        assertThat(only.state(Instant.now())).isEqualTo(State.HELD);
        return only;
    }

    /** When it ends by itself. */
    Instant end() {
        return end(only());
    }

    static Instant end(DialectLock lock) {
        return lock.expiry().instant().orElseThrow();
    }

    void awaitExpired() {
        await().atMost(LONG).until(() -> only().state(Instant.now()) == State.EXPIRED);
    }

    void awaitNone() {
        await().atMost(LONG).until(() -> all().isEmpty());
    }

    /** Whether nobody holds a lock now, by its document or because that is gone. */
    boolean areFree() {
        return all().stream().noneMatch(lock -> lock.state(Instant.now()) == State.HELD);
    }

    /** How the one that there is would be released by force; empty where the dialect has no way. */
    Optional<ForcedRelease> release() {
        Instant now = Instant.now();
        BsonDocument document = collection.find().into(new ArrayList<>()).stream()
                .filter(each -> dialect.read(each, TtlIndexes.UNREADABLE).isPresent())
                .findFirst()
                .orElseThrow();
        ForceOrder order = new ForceOrder("r-1", now, now.plus(QUARANTINE), QUARANTINE, "op", "hung", false);
        return dialect.force(
                document,
                dialect.read(document, TtlIndexes.UNREADABLE).orElseThrow().acquisition(),
                order);
    }

    void force() {
        try (ClientSession session = MongoServer.shared().client().startSession()) {
            assertThat(force(session)).isEqualTo(1);
            recorder.ifPresent(each -> each.forced(session.getOperationTime()));
        }
    }

    private long force(ClientSession session) {
        return switch (release().orElseThrow()) {
            case ForcedRelease.Update update ->
                collection.updateOne(session, update.filter(), update.update()).getModifiedCount();
            case ForcedRelease.Delete delete ->
                collection.deleteOne(session, delete.filter()).getDeletedCount();
            case ForcedRelease.Mark mark -> throw new IllegalStateException("No file marks leases: " + mark);
            case ForcedRelease.Remove removal -> throw new IllegalStateException("No file has leases: " + removal);
        };
    }

    /** Once the library writes no more. */
    @Override
    public void close() {
        recorder.ifPresent(StreamRecorder::finish);
    }
}
