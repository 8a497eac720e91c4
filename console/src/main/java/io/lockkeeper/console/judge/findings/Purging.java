package io.lockkeeper.console.judge.findings;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.model.PurgeIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Whether MongoDB purges the documents of unused locks. Asks it once a minute, within limits; what it refuses is unknown, and so no
 * finding. Used by one thread.
 */
@Component
class Purging {

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration COMPARED = Duration.ofDays(1);
    private static final Duration BETWEEN = Duration.ofHours(1);
    /** The server looks once a minute for what to purge, and may be busy with more. */
    private static final Duration SLACK = Duration.ofHours(1);
    /** The most that are counted: the index is read that far. */
    private static final int MANY = 10_000;

    private static final long LIMIT_MILLIS = 2_000;

    private final MongoCollection<Document> locks;
    private final Supplier<Instant> clock;
    private final int many;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private Instant readAt = Instant.EPOCH;
    private List<Detected> found = List.of();

    private record Sample(Instant at, long documents) {}

    @Autowired
    Purging(MongoDatabase database, ServerClock clock) {
        this(database, clock::now, MANY);
    }

    /** @param many more documents than this that should have been purged are a finding */
    Purging(MongoDatabase database, Supplier<Instant> clock, int many) {
        this.locks = database.getCollection(LockDocument.COLLECTION);
        this.clock = clock;
        this.many = many;
    }

    List<Detected> look() {
        Instant now = clock.get();
        if (readAt.plus(EVERY).isBefore(now)) {
            readAt = now;
            found = read(now);
        }
        return found;
    }

    private List<Detected> read(Instant now) {
        try {
            long documents = locks.estimatedDocumentCount();
            remember(now, documents);
            List<BsonDocument> indexes = locks.listIndexes(BsonDocument.class).into(new ArrayList<>());
            return growth(indexes, documents, now).stream().toList();
        } catch (MongoException e) {
            return List.of();
        }
    }

    private Optional<Detected> growth(List<BsonDocument> indexes, long documents, Instant now) {
        Optional<BsonDocument> purge =
                indexes.stream().filter(Purging::purges).min(Comparator.comparing(PurgeIndex::retention));
        if (purge.isEmpty()) {
            return hasOurs() ? Optional.of(missing()) : Optional.empty();
        }
        Duration overdue = PurgeIndex.retention(purge.get()).plus(SLACK);
        String index = purge.get().getString("name").getValue();
        return isOver(index, now.minus(overdue)) ? Optional.of(grows(documents, overdue, now)) : Optional.empty();
    }

    /** Whether documents of ours exist; otherwise the index would delete none, and no agent creates it. */
    private boolean hasOurs() {
        return locks.find(LockkeeperCollection.PURGE.ours())
                        .projection(Projections.include("_id"))
                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                        .first()
                != null;
    }

    private void remember(Instant now, long documents) {
        samples.removeIf(sample -> sample.at.plus(COMPARED).isBefore(now));
        if (samples.isEmpty() || samples.getLast().at.plus(BETWEEN).isBefore(now)) {
            samples.add(new Sample(now, documents));
        }
    }

    private static boolean purges(BsonDocument index) {
        return index.isNumber("expireAfterSeconds")
                && index.getDocument("key").containsKey(LockkeeperCollection.PURGE.field());
    }

    private boolean isOver(String index, Instant expired) {
        CountOptions within =
                new CountOptions().hintString(index).limit(many + 1).maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        Bson unused = Filters.and(LockkeeperCollection.PURGE.ours(), Filters.lt("expiresAt", Date.from(expired)));
        return locks.countDocuments(unused, within) > many;
    }

    private static Detected missing() {
        return Detected.ofAll(
                Kind.INDEX_MISSING, "The collection “locks” has no index that expires documents by “expiresAt”.");
    }

    private Detected grows(long documents, Duration overdue, Instant now) {
        Sample then = samples.getFirst();
        String before = then.at.equals(now)
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", and had %,d %s ago",
                        then.documents,
                        Formats.duration(Duration.between(then.at, now)));
        return Detected.ofAll(
                Kind.COLLECTION_GROWS,
                String.format(
                        Locale.ROOT,
                        "The collection “locks” has about %,d documents%s. More than %,d are of locks that have been"
                                + " unused for over %s, and should have been purged.",
                        documents,
                        before,
                        many,
                        Formats.duration(overdue)));
    }
}
