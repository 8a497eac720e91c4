package io.lockkeeper.console.watch.facet;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a message says of a lock.
 *
 * @param owner who answers for it; empty where that is unknown
 * @param note what to know; empty for nothing
 * @param links where to look
 */
public record Said(String owner, String note, List<FacetLink> links) {

    /** It as lines, without the links; empty if there is nothing to say. */
    public String text() {
        return Stream.of(owner.isEmpty() ? "" : "Owner: " + owner, note)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
