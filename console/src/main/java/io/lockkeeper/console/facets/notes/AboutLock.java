package io.lockkeeper.console.people.notes;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What people know of one lock, with its links filled in.
 *
 * @param prefix of the note that says it
 * @param owner who answers for the lock; empty where that is unknown
 * @param note what to know; empty for none
 * @param links where to look, the runbook first
 */
public record AboutLock(String prefix, String owner, String note, List<NoteLink> links) {

    /** The note as lines of a message, without the links; empty if there is nothing to say. */
    public String text() {
        return Stream.of(owner.isEmpty() ? "" : "Owner: " + owner, note)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
