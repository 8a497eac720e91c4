package io.lockkeeper.console.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.dialect.ForeignLock.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** The locks that a living library keeps in a database, as its dialect reads and releases them. */
record LivingLocks(Dialect dialect, MongoCollection<BsonDocument> collection) {

    private static final Duration QUARANTINE = Duration.ofSeconds(6);

    /** In the dialect's collection, or in {@code locks} if it names none. */
    static LivingLocks in(MongoDatabase database, String dialect) {
        Dialect found = new Dialects("").find(dialect).orElseThrow();
        return new LivingLocks(found, database.getCollection(found.collection().orElse("locks"), BsonDocument.class));
    }

    List<ForeignLock> all() {
        TtlIndexes indexes = TtlIndexes.in(collection);
        return collection.find().into(new ArrayList<>()).stream()
                .flatMap(document -> dialect.read(document, indexes).stream())
                .toList();
    }

    /** The one that there is. */
    ForeignLock only() {
        List<ForeignLock> all = all();
        assertThat(all).hasSize(1);
        return all.getFirst();
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
        return dialect.force(document, now, now.plus(QUARANTINE), "op");
    }

    void force() {
        ForcedRelease release = release().orElseThrow();
        long changed = release.update().isPresent()
                ? collection.updateOne(release.filter(), release.update().get()).getModifiedCount()
                : collection.deleteOne(release.filter()).getDeletedCount();
        assertThat(changed).isEqualTo(1);
    }
}
