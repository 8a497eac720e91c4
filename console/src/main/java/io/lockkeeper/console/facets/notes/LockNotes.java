package io.lockkeeper.console.facets.notes;

import com.mongodb.client.model.Filters;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Component;

/**
 * What people know of a lock, as pages, messages and programs show it. The notes are read every few seconds; while MongoDB does not
 * answer, the last known ones are kept. Thread-safe, and never waits for MongoDB. Who may see a lock may see its note.
 */
@Component
class LockNotes implements RepeatedWork {

    private static final long LOOK_MILLIS = 5_000;
    /** Beyond all notes that the rules allow, in any script. */
    private static final DocumentLimit LIMIT = new DocumentLimit(4 << 20);

    private final Worker looking = new Worker("lock notes", this::look, LOOK_MILLIS);
    private final MongoTemplate own;
    private final Undigested undigested;
    private volatile NoteBook known = NoteBook.EMPTY;

    LockNotes(MongoTemplate own, Undigested undigested) {
        this.own = own;
        this.undigested = undigested;
    }

    /** The note of the longest prefix that the lock's name starts with, in whichever source it is. */
    Optional<LockNote> notesFor(LockId lock) {
        return known.of(lock.name());
    }

    /** The same, with the lock's fields filled in. */
    public Optional<AboutLock> about(LinkFields fields) {
        return notesFor(fields.lock()).map(note -> note.about(fields));
    }

    /** The notes as stored in MongoDB, without those that were written by hand and break a rule. */
    NoteBook read() {
        return taken(stored());
    }

    /**
     * As {@link #read}, for a change.
     *
     * @throws RefusedException if one of them cannot be read: it would be lost
     */
    NoteBook readWhole() {
        List<?> stored = stored();
        NoteBook read = taken(stored);
        if (read.notes().size() < stored.size()) {
            throw new RefusedException(
                    "A note on locks in the console’s database cannot be read, and would be lost: it was changed by hand. Remove it from the document “%s” of the collection “state” first."
                            .formatted(NoteBook.ID));
        }
        return read;
    }

    private NoteBook taken(List<?> stored) {
        NoteBook read = new NoteBook(
                NoteBook.ID, stored.stream().flatMap(it -> note(it).stream()).toList());
        known = read;
        return read;
    }

    /** The stored notes; a document larger than any that the console writes counts as unreadable. */
    private List<?> stored() {
        Document book = own.getCollection(own.getCollectionName(NoteBook.class))
                .aggregate(LIMIT.matching(Filters.eq("_id", NoteBook.ID)))
                .first();
        if (book == null) {
            return List.of();
        }
        return book.get("notes") instanceof List<?> notes ? notes : List.of(book);
    }

    private Optional<LockNote> note(Object stored) {
        try {
            LockNote note = own.getConverter().read(LockNote.class, (Document) stored);
            NoteRules.check(note);
            return Optional.of(note);
        } catch (RuntimeException e) {
            undigested.note(
                    "own notes on locks",
                    "A note on locks in the console’s own collection “state” cannot be read, and is left out.");
            return Optional.empty();
        }
    }

    private void look() {
        try {
            NoteBook unused = read();
        } catch (DataAccessException e) {
            // tried again in a moment
        }
    }

    @Override
    public Worker worker() {
        return looking;
    }
}
