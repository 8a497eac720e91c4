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

    /** As lines of a message; empty if there is nothing to say. */
    public String text() {
        Stream<String> words = Stream.of(owner.isEmpty() ? "" : "Owner: " + owner, note);
        return Stream.concat(words, links.stream().map(link -> link.title() + ": " + link.address()))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
