package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.watch.facet.FacetLink;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known of all locks whose names start alike.
 *
 * @param prefix how their names start
 * @param owner who answers for them; empty if unknown
 * @param note what to know, in words; empty for none
 * @param runbook where it is written what to do, a template like those of the links; empty for none
 * @param links where else to look
 * @param changedAt when it was changed last
 */
record LockNote(
        String prefix,
        String owner,
        String note,
        String runbook,
        List<NoteLink> links,
        Instant changedAt,
        String changedBy) {

    /** Requires all parts, of which a stored note must have each. */
    public LockNote {
        Stream.of(prefix, owner, note, runbook, changedAt, changedBy).forEach(Objects::requireNonNull);
        links = List.copyOf(links);
    }

    /** The note as a lock's page shows it. A link is left out if one of the fields that it names is unknown. */
    AboutLock about(LinkFields lock, List<DutyNote> duty) {
        List<FacetLink> filled = Stream.concat(
                        Stream.of(new NoteLink("Runbook", runbook)).filter(it -> !runbook.isEmpty()), links.stream())
                .flatMap(link -> filled(link, lock).stream())
                .toList();
        return new AboutLock(prefix, owner, note, filled, duty);
    }

    private static Optional<FacetLink> filled(NoteLink link, LinkFields lock) {
        return lock.fill(link.address()).map(address -> new FacetLink(link.title(), address));
    }
}
