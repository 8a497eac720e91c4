package io.lockkeeper.console.source;

import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.Sureness;
import java.util.List;

/**
 * A collection that looks as if a library keeps its locks there.
 *
 * @param sureness how sure this is, judged by the surest document
 * @param by the fields that show it
 * @param matching how many documents of the sample it read
 * @param sampled how many there were
 * @param alsoFits other dialects that read the same documents
 */
public record Proposal(
        Place place,
        Dialect dialect,
        Sureness sureness,
        List<String> by,
        int matching,
        int sampled,
        List<String> alsoFits) {

    public String collection() {
        return place.namespace().getCollectionName();
    }

    public String sourceId() {
        return LockSource.id(place, dialect.id());
    }
}
