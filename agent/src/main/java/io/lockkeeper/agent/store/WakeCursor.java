package io.lockkeeper.agent.store;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * A change stream over the locks that delivers the {@code wake} of each event that names an acquirer of one agent. The change of a small
 * document arrives as a replacement, that of others as an update.
 */
final class WakeCursor implements Wakes {

    private static final Duration MAX_AWAIT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    /** An acquirer after the wake's stamp, which may be this agent's too. */
    private static final String OF_AGENT = " %s[.]";

    private final MongoCursor<BsonDocument> events;

    private WakeCursor(MongoCursor<BsonDocument> events) {
        this.events = events;
    }

    static WakeCursor open(MongoCollection<BsonDocument> locks, String agent) {
        Bson concernsIt = Filters.or(
                Filters.regex("updateDescription.updatedFields.wake", OF_AGENT.formatted(agent)),
                Filters.regex("fullDocument.wake", OF_AGENT.formatted(agent)));
        Bson wakeOnly = Aggregates.project(Projections.computed(
                "wake",
                BsonDocument.parse("{ $ifNull: ['$updateDescription.updatedFields.wake', '$fullDocument.wake'] }")));
        return new WakeCursor(locks.withTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .watch(List.of(Aggregates.match(concernsIt), wakeOnly))
                .maxAwaitTime(MAX_AWAIT.toMillis(), TimeUnit.MILLISECONDS)
                .withDocumentClass(BsonDocument.class)
                .cursor());
    }

    @Override
    public Optional<String> next() {
        return Optional.ofNullable(events.tryNext())
                .filter(event -> event.isString("wake"))
                .map(event -> event.getString("wake").getValue());
    }

    @Override
    public void close() {
        events.close();
    }
}
