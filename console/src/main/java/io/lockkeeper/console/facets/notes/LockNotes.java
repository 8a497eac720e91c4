package io.lockkeeper.console.facets.notes;

import com.mongodb.client.model.Filters;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
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
    private static final String NOTES = "notes";
    private static final String DUTY = "duty";
    /** Beyond all notes that the rules allow, in any script. */
    private static final DocumentLimit LIMIT = new DocumentLimit(4 << 20);

    private final Worker looking = new Worker("lock notes", this::look, LOOK_MILLIS);
    private final MongoTemplate own;
    private final Undigested undigested;
    private final ServerClock clock;
    private volatile NoteBook known = NoteBook.EMPTY;

    LockNotes(MongoTemplate own, Undigested undigested, ServerClock clock) {
        this.clock = clock;
        this.own = own;
        this.undigested = undigested;
    }

    /** The note of the longest prefix that the lock's name starts with, in whichever source it is. */
    Optional<LockNote> notesFor(LockId lock) {
        return known.of(lock.name());
    }

    /** What operators let each other know of the lock now. */
    List<DutyNote> dutyNotes(LockId lock) {
        return known.duty(lock, clock.now());
    }

    /** What operators let each other know within the time. */
    List<DutyNote> dutyNotes(LockScope scope, Instant from, Instant until) {
        return known.duty().stream()
                .filter(note -> note.at().isBefore(until) && note.until().isAfter(from) && note.isWithin(scope))
                .toList();
    }

    /** All that is said of the lock, with its fields filled in. */
    Optional<AboutLock> about(LinkFields fields) {
        List<DutyNote> duty = dutyNotes(fields.lock());
        return notesFor(fields.lock())
                .map(note -> note.about(fields, duty))
                .or(() ->
                        Optional.of(new AboutLock("", "", "", List.of(), duty)).filter(about -> !duty.isEmpty()));
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
        Document stored = stored();
        NoteBook read = taken(stored);
        if (read.notes().size() < entries(stored, NOTES).size()
                || read.duty().size() < entries(stored, DUTY).size()) {
            throw new RefusedException(
                    "A note on locks in the console’s database cannot be read, and would be lost: it was changed by hand. Remove it from the document “%s” of the collection “state” first."
                            .formatted(NoteBook.ID));
        }
        return read;
    }

    private NoteBook taken(Document stored) {
        NoteBook read = new NoteBook(
                NoteBook.ID,
                sound(entries(stored, NOTES), LockNote.class, NoteRules::check),
                sound(entries(stored, DUTY), DutyNote.class, NoteRules::check));
        known = read;
        return read;
    }

    /** The stored notes; of a document larger than any that the console writes, nothing but its id. */
    private Document stored() {
        return Objects.requireNonNullElseGet(
                own.getCollection(own.getCollectionName(NoteBook.class))
                        .aggregate(LIMIT.matching(Filters.eq("_id", NoteBook.ID)))
                        .first(),
                () -> new Document(NOTES, List.of()));
    }

    /** What is stored there; a book without a list of notes counts as an unreadable note. */
    private static List<?> entries(Document book, String field) {
        if (book.get(field) instanceof List<?> entries) {
            return entries;
        }
        return field.equals(DUTY) && book.get(field) == null ? List.of() : List.of(book);
    }

    private <T> List<T> sound(List<?> stored, Class<T> type, Consumer<T> check) {
        return stored.stream().flatMap(it -> sound(it, type, check).stream()).toList();
    }

    private <T> Optional<T> sound(Object stored, Class<T> type, Consumer<T> check) {
        try {
            T note = own.getConverter().read(type, (Document) stored);
            check.accept(note);
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
