package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.OwnDialect;
import io.lockkeeper.console.watch.dialect.OwnLease;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Lockkeeper's own locks on a board, which keeps their documents; its listeners hear of each change from the board. */
record OwnLocks(Board board) implements Followed, SourceLocks {

    private static final Dialect OWN = new OwnDialect();

    /** Also what is no lock document: it is to be seen. */
    private static final BsonDocument NOT_FREE =
            BsonDocument.parse("{ $nor: [ { holders: { $size: 0 }, queue: { $size: 0 } } ] }");

    @Override
    public Dialect dialect() {
        return OWN;
    }

    @Override
    public Optional<ForeignLock> find(BsonValue id) {
        return id.isString() ? board.find(id.asString().getValue()).flatMap(OwnLocks::readable) : Optional.empty();
    }

    @Override
    public Optional<LockView> view(String name) {
        return board.find(name);
    }

    private static Optional<ForeignLock> readable(LockView lock) {
        return Optional.ofNullable(lock.lock()).map(OwnLease::lock);
    }

    /** Also those whose documents cannot be read. */
    @Override
    public List<LockView> ownInUse() {
        return board.live();
    }

    @Override
    public List<LockView> heldBy(String agent) {
        return board.heldBy(agent);
    }

    @Override
    public List<ForeignLock> othersInUse(Instant now) {
        return List.of();
    }

    @Override
    public List<String> doubled(int most) {
        return List.of();
    }

    @Override
    public List<ForeignLock> all(String name, int most) {
        return find(new BsonString(name)).stream().toList();
    }

    @Override
    public boolean keepsDocuments() {
        return true;
    }

    @Override
    public Bson filter() {
        return NOT_FREE;
    }

    @Override
    public List<String> fields() {
        return List.of();
    }

    @Override
    public Optional<ForeignLock> read(BsonDocument document, TtlIndexes indexes) {
        return Optional.empty();
    }

    @Override
    public Optional<ForeignLock> known(BsonValue id) {
        return Optional.empty();
    }

    @Override
    public void put(BsonDocument document, Optional<ForeignLock> lock, Instant at) {
        board.put(document);
    }

    @Override
    public void remove(BsonDocument key) {
        board.remove(key);
    }

    @Override
    public void changed(ForeignChange change) {}

    @Override
    public void past(ForeignChange change) {}

    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public Instant addedAt() {
        return Instant.EPOCH;
    }

    @Override
    public boolean hasRoomAgain() {
        return board.hasRoomAgain();
    }

    @Override
    public Fresh fresh() {
        Board read = new Board();
        return new Fresh() {
            @Override
            public void put(BsonDocument document, Optional<ForeignLock> lock, Instant at) {
                read.put(document);
            }

            @Override
            public void show() {
                board.replaceBy(read);
            }
        };
    }
}
