package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.people.users.AdminChanges;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.people.users.Author;
import io.lockkeeper.console.watch.facet.Said;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Component;

/** The notes on locks, for administrators to see and change. Each change is on record. Waits for MongoDB. */
@Component
class NoteSettings {

    private final LockNotes notes;
    private final MongoTemplate own;
    private final AdminChanges changes;
    private final ServerClock clock;

    NoteSettings(LockNotes notes, MongoTemplate own, AdminChanges changes, ServerClock clock) {
        this.notes = notes;
        this.own = own;
        this.changes = changes;
        this.clock = clock;
    }

    /**
     * The texts of an administrator.
     *
     * @param runbook an address, or empty
     */
    public record Words(String owner, String note, String runbook, List<NoteLink> links) {}

    /** All, by prefix. */
    public List<LockNote> list() {
        AdminCheck.present();
        return notes.read().notes();
    }

    /**
     * Adds the note for a prefix, or changes it, and answers it.
     *
     * @param seen when it was changed last, as the author saw it; null to add one
     * @throws InvalidException if it breaks a rule
     * @throws OutdatedException if somebody has changed or removed it since
     */
    public LockNote set(String prefix, Words words, @Nullable Instant seen) {
        Author author = AdminCheck.present();
        LockNote typed = note(prefix, words, clock.now(), author);
        NoteRules.check(typed);
        change(
                author,
                prefix,
                "%s; it is: %s".formatted(seen == null ? "note added" : "note changed", said(typed)),
                book -> {
                    LastChange known = known(book, prefix);
                    LastChange.require("note on " + prefix, seen, known);
                    NoteBook with = book.with(note(prefix, words, LastChange.next(known, clock.now()), author));
                    if (with.notes().size() > NoteRules.MOST) {
                        throw new RefusedException("There are %s notes, and no more are allowed. Remove one first."
                                .formatted(NoteRules.MOST));
                    }
                    return with;
                });
        return notes.read().find(prefix).orElse(typed);
    }

    /** Removes the note for a prefix, unless somebody has changed it since {@code seen}. Returns the prefix. */
    public String remove(String prefix, Instant seen) {
        change(AdminCheck.present(), prefix, "note removed", book -> {
            LastChange.require("note on " + prefix, seen, known(book, prefix));
            return book.without(prefix);
        });
        return prefix;
    }

    private static LockNote note(String prefix, Words words, Instant at, Author author) {
        List<NoteLink> links = words.links().stream()
                .map(link -> new NoteLink(link.title().strip(), link.address().strip()))
                .toList();
        return new LockNote(
                prefix,
                words.owner().strip(),
                words.note().strip(),
                words.runbook().strip(),
                links,
                at,
                author.words());
    }

    private static @Nullable LastChange known(NoteBook book, String prefix) {
        return book.find(prefix)
                .map(note -> new LastChange(note.changedAt(), note.changedBy()))
                .orElse(null);
    }

    private static String said(LockNote note) {
        Said said = new Said(note.owner(), note.note(), List.of());
        String runbook = note.runbook().isEmpty() ? "" : "; Runbook: " + note.runbook();
        return said.text().replace("\n", "; ") + runbook;
    }

    /** Makes the change and its record, or neither. Of two concurrent changes, the second sees the first. */
    private void change(Author author, String prefix, String what, UnaryOperator<NoteBook> change) {
        changes.make(author, "locks " + prefix, what, () -> own.save(change.apply(notes.readWhole())));
        NoteBook unused = notes.read();
    }
}
