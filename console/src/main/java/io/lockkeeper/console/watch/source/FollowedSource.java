package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** A source whose board the feed of its collection keeps current, and who hears what each write did to its locks. */
final class FollowedSource {

    private final LockSource source;
    private final Board board;
    private final List<LockWrite.Listener> listeners;

    FollowedSource(LockSource source, Board board, List<LockWrite.Listener> listeners) {
        this.source = source;
        this.board = board;
        this.listeners = List.copyOf(listeners);
    }

    /** The source as it was when following began. */
    LockSource source() {
        return source;
    }

    Board board() {
        return board;
    }

    List<LockWrite.Listener> listeners() {
        return listeners;
    }

    /** Whether a listener receives the states before and after each change. */
    boolean isHeard() {
        return !listeners.isEmpty();
    }

    /** Whether documents are read whole, as they are now. Of any other, only what its dialect reads of them. */
    boolean keepsDocuments() {
        return board.dialect().hasQueues() && !isHeard();
    }

    /** The top-level fields that are read, besides the id; none if documents are kept whole. */
    List<String> fields() {
        return keepsDocuments()
                ? List.of()
                : board.dialect().topFields().stream()
                        .filter(field -> !field.equals("_id"))
                        .toList();
    }

    /** The lock in a document; empty if the document is none of the source's. */
    Optional<Lock> read(BsonDocument document, TtlIndexes indexes) {
        return Lock.of(document, board.dialect(), indexes);
    }

    /** Reports a write to a lock. */
    void changed(LockWrite change) {
        tell(listener -> listener.changed(source, board, change));
    }

    /** Reports a write to a lock from before the source was followed. */
    void past(LockWrite change) {
        tell(listener -> listener.past(source, board, change));
    }

    /** A listener that fails at one lock hears of the next. */
    private void tell(Consumer<LockWrite.Listener> change) {
        listeners.forEach(each -> Resilient.run("source's listener", () -> change.accept(each), cause -> {}));
    }

    /** Whether those who hear of the past have no room for more. */
    boolean isFull() {
        return listeners.stream().anyMatch(LockWrite.Listener::isFull);
    }

    /** Shows what was read in the place of all that was known. */
    void show(Board read) {
        board.replaceBy(read);
        listeners.forEach(each -> each.readAnew(source, board));
    }
}
