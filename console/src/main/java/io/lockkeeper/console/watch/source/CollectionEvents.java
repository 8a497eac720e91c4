package io.lockkeeper.console.watch.source;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.StreamToken;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/** Applies the events of a collection's stream to its sources and their listeners. Used by the feed's thread. */
final class CollectionEvents {

    private final Place place;
    private final MongoCollection<RawBsonDocument> collection;
    private final List<FollowedSource> sources;
    private final ServerClock clock;

    CollectionEvents(
            Place place, MongoCollection<RawBsonDocument> collection, List<FollowedSource> sources, ServerClock clock) {
        this.place = place;
        this.collection = collection;
        this.sources = List.copyOf(sources);
        this.clock = clock;
    }

    void reached(StreamMark mark) {
        listeners().forEach(each -> each.reached(place, mark));
    }

    void missed(Missed gap) {
        listeners().forEach(each -> each.missed(place, gap));
    }

    /** The listeners, which are the same for all sources of the collection. */
    private List<LockWrite.Listener> listeners() {
        return sources.getFirst().listeners();
    }

    /** Something that happened after the collection was read. A document that was deleted since comes without its content. */
    void apply(ChangeStreamDocument<RawBsonDocument> event, CollectionOptions options) {
        BsonDocument key = event.getDocumentKey();
        if (key != null) {
            BsonDocument document = options.images().after(event, key, collection);
            BsonDocument image = event.getFullDocumentBeforeChange();
            Readings earlier = Readings.of(sources, image, options.indexes());
            Readings now = Readings.of(sources, document, options.indexes());
            sources.forEach(source -> {
                Board board = source.board();
                Optional<Lock> before = image == null ? board.find(id(key)) : earlier.by(source);
                now.by(source).ifPresentOrElse(lock -> board.put(lock, at(event)), () -> board.remove(id(key)));
                tell(event, source, before, now.by(source), document == null);
            });
        }
    }

    /**
     * Replays an event from before the collection was read, and returns whether its images show the change: not if the server has dropped
     * them.
     */
    boolean replay(ChangeStreamDocument<RawBsonDocument> event, CollectionOptions options) {
        BsonDocument before = event.getFullDocumentBeforeChange();
        BsonDocument after = event.getFullDocument();
        boolean hadNone = event.getOperationType() == OperationType.INSERT;
        boolean hasNone = event.getOperationType() == OperationType.DELETE;
        boolean whole = event.getDocumentKey() == null || ((before != null || hadNone) && (after != null || hasNone));
        if (whole) {
            Readings earlier = Readings.of(sources, before, options.indexes());
            Readings later = Readings.of(sources, after, options.indexes());
            sources.forEach(source -> tell(event, source, earlier.by(source), later.by(source), after == null));
        }
        return whole;
    }

    private void tell(
            ChangeStreamDocument<RawBsonDocument> event,
            FollowedSource source,
            Optional<Lock> before,
            Optional<Lock> after,
            boolean deleted) {
        BsonDocument key = event.getDocumentKey();
        if (key != null && source.isHeard() && (before.isPresent() || after.isPresent())) {
            BsonTimestamp at = StreamToken.time(event);
            source.changed(
                    new LockWrite(id(key), before.map(Lock::facts), after.map(Lock::facts), deleted, at(event), at));
        }
    }

    private static BsonValue id(BsonDocument key) {
        return key.get("_id", BsonNull.VALUE);
    }

    /** The time of the event, by the server's clock. */
    Instant at(ChangeStreamDocument<RawBsonDocument> event) {
        return event.getWallTime() == null
                ? clock.now()
                : Instant.ofEpochMilli(event.getWallTime().getValue());
    }
}
