package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * All the notes in one document, so that one read returns them all.
 *
 * <pre>{@code
 * { _id: "lock-notes", notes: [ { prefix: "billing:", owner: "Payments", note, runbook, links: [ { title, address } ], changedAt, changedBy } ],
 *   duty: [ { source, lock: "billing:report", all: false, note, by, at, until } ] }
 * }</pre>
 */
@Document("state")
record NoteBook(@Id String id, List<LockNote> notes, List<DutyNote> duty) {

    static final String ID = "lock-notes";
    static final NoteBook EMPTY = new NoteBook(ID, List.of(), List.of());

    /** The one with the longest prefix, as a whole: it is not completed from shorter ones. */
    Optional<LockNote> of(String lock) {
        return notes.stream()
                .filter(note -> lock.startsWith(note.prefix()))
                .max(Comparator.comparingInt(note -> note.prefix().length()));
    }

    Optional<LockNote> find(String prefix) {
        return notes.stream().filter(note -> note.prefix().equals(prefix)).findFirst();
    }

    NoteBook with(LockNote note) {
        Stream<LockNote> all = Stream.concat(without(note.prefix()).notes.stream(), Stream.of(note));
        return new NoteBook(
                ID, all.sorted(Comparator.comparing(LockNote::prefix)).toList(), duty);
    }

    NoteBook without(String prefix) {
        return new NoteBook(
                ID, notes.stream().filter(note -> !note.prefix().equals(prefix)).toList(), duty);
    }

    /** The operators' notes on a lock that are not over, the latest first. */
    List<DutyNote> duty(LockId lock, Instant now) {
        return duty.stream()
                .filter(note -> note.isAbout(lock) && note.isShown(now))
                .sorted(Comparator.comparing(DutyNote::at).reversed())
                .toList();
    }

    /** With an operator's note in place of the former one, which is over. */
    NoteBook with(DutyNote note, Instant now) {
        Stream<DutyNote> others = duty.stream().map(other -> note.replaces(other) ? other.over(now) : other);
        return new NoteBook(ID, notes, kept(Stream.concat(others, Stream.of(note)), now));
    }

    /** With that note over. */
    NoteBook without(DutyNote note, Instant now) {
        return new NoteBook(
                ID, notes, kept(duty.stream().map(other -> other.equals(note) ? other.over(now) : other), now));
    }

    /** Those that are shown, and the latest of those that are over: who reads of an incident sees what was known. */
    private static List<DutyNote> kept(Stream<DutyNote> all, Instant now) {
        List<DutyNote> notes = all.toList();
        Stream<DutyNote> over = notes.stream()
                .filter(note -> !note.isShown(now) && note.until().isAfter(now.minus(NoteRules.KEPT)))
                .sorted(Comparator.comparing(DutyNote::until).reversed())
                .limit(NoteRules.MOST_KEPT);
        return Stream.concat(over, notes.stream().filter(note -> note.isShown(now)))
                .toList();
    }
}
