package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.LockReading;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** The locks of a source as its dialect reads them, and who hears of their changes. */
record FollowedSource(SourceBoard board, List<ForeignChange.Listener> listeners) implements Followed {

    @Override
    public boolean keepsDocuments() {
        return false;
    }

    @Override
    public Bson filter() {
        return board.dialect().filter();
    }

    @Override
    public List<String> fields() {
        return board.dialect().topFields().stream()
                .filter(field -> !field.equals("_id"))
                .toList();
    }

    @Override
    public Optional<ForeignLock> read(BsonDocument document, TtlIndexes indexes) {
        return LockReading.of(document, board.dialect(), indexes);
    }

    @Override
    public Optional<ForeignLock> known(BsonValue id) {
        return board.find(id);
    }

    @Override
    public void put(BsonDocument document, Optional<ForeignLock> lock, Instant at) {
        board.put(document, lock, at);
    }

    @Override
    public void remove(BsonDocument key) {
        board.remove(key);
    }

    /** A listener that fails at one lock hears of the next. */
    @Override
    public void changed(ForeignChange change) {
        listeners.forEach(each ->
                Resilient.run("source's listener", () -> each.changed(board.source(), board, change), cause -> {}));
    }

    @Override
    public void past(ForeignChange change) {
        listeners.forEach(each ->
                Resilient.run("source's listener", () -> each.past(board.source(), board, change), cause -> {}));
    }

    @Override
    public boolean isFull() {
        return listeners.stream().anyMatch(ForeignChange.Listener::isFull);
    }

    @Override
    public Instant addedAt() {
        return board.source().addedAt();
    }

    @Override
    public boolean hasRoomAgain() {
        return false;
    }

    @Override
    public Fresh fresh() {
        SourceBoard read = new SourceBoard(board.source(), board.dialect());
        return new Fresh() {
            @Override
            public void put(BsonDocument document, Optional<ForeignLock> lock, Instant at) {
                read.put(document, lock, at);
            }

            @Override
            public void show() {
                board.replaceBy(read);
                listeners.forEach(each -> each.readAnew(board.source(), board));
            }
        };
    }
}
