package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Dialects.Recognized;
import io.lockkeeper.console.watch.dialect.Sureness;
import java.util.Comparator;
import java.util.List;

/**
 * A collection that looks as if a library keeps its locks there.
 *
 * @param sureness how sure this is, judged by the surest document
 * @param by the fields that show it
 * @param matching how many documents of the sample it read
 * @param sampled how many there were
 * @param held whether one of them is a lock that is held
 * @param alsoFits other dialects that read the same documents
 */
public record Proposal(
        Place place,
        Dialect dialect,
        Sureness sureness,
        List<String> by,
        int matching,
        int sampled,
        boolean held,
        List<String> alsoFits) {

    /** @param found of each document that belongs to the dialect, it and the other dialects that read it */
    static Proposal of(Place place, List<List<Recognized>> found, int sampled, boolean held) {
        Recognized best = found.stream()
                .map(List::getFirst)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        List<String> others = found.stream()
                .flatMap(fits -> fits.stream().skip(1))
                .map(fit -> fit.dialect().library())
                .distinct()
                .sorted()
                .toList();
        int matching = sampled == 0 ? 0 : found.size();
        return new Proposal(place, best.dialect(), best.sureness(), best.by(), matching, sampled, held, others);
    }

    public String collection() {
        return place.namespace().getCollectionName();
    }

    public String sourceId() {
        return LockSource.id(place, dialect.id());
    }
}
