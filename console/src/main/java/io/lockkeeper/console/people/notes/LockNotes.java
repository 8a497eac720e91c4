package io.lockkeeper.console.people.notes;

import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockId;
import java.util.Objects;
import java.util.Optional;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Component;

/**
 * What people know of a lock, as pages, messages and programs show it. The notes are read every few seconds; while MongoDB does not
 * answer, the last known ones are kept. Thread-safe, and never waits for MongoDB. Who may see a lock may see its note.
 */
@Component
public class LockNotes implements SmartLifecycle {

    private static final long LOOK_MILLIS = 5_000;

    private final Worker looking = new Worker("lock notes", this::look, LOOK_MILLIS);
    private final MongoTemplate own;
    private volatile NoteBook known = NoteBook.EMPTY;

    LockNotes(MongoTemplate own) {
        this.own = own;
    }

    /** The note of the longest prefix that the lock's name starts with, in whichever source it is. */
    Optional<LockNote> notesFor(LockId lock) {
        return known.of(lock.name());
    }

    /** The same, with the lock's fields filled in. */
    public Optional<AboutLock> about(LinkFields fields) {
        return notesFor(fields.lock()).map(note -> note.about(fields));
    }

    /** As MongoDB has them now. */
    NoteBook read() {
        NoteBook read = Objects.requireNonNullElse(own.findById(NoteBook.ID, NoteBook.class), NoteBook.EMPTY);
        known = read;
        return read;
    }

    private void look() {
        try {
            NoteBook unused = read();
        } catch (DataAccessException e) {
            // tried again in a moment
        }
    }

    @Override
    public void start() {
        looking.start();
    }

    @Override
    public void stop() {
        looking.stop();
    }

    @Override
    public boolean isRunning() {
        return looking.isRunning();
    }
}
