package io.lockkeeper.console.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A collection of locks that the console watches beside its first.
 *
 * @param path its id as it stands in a path
 * @param version what If-Match names, in quotes, to change or remove it
 * @param freshness live, behind or disconnected
 * @param trouble why nothing comes; empty while it does
 */
record ApiSource(
        String id,
        String path,
        String version,
        @JsonUnwrapped Place place,
        @JsonUnwrapped Read read,
        String freshness,
        String trouble,
        @JsonUnwrapped Counts counts) {

    /**
     * Where the collection is.
     *
     * @param cluster as the console's settings name it; null for the console's own
     */
    record Place(@Nullable String cluster, String database, String collection) {}

    /**
     * By which dialect it is read, and what may be done to its locks.
     *
     * @param library null if its dialect is missing, as are grade and sentence
     * @param releasable whether an administrator has allowed evictions
     */
    record Read(
            String dialect,
            @Nullable String library,
            @Nullable String grade,
            @Nullable String sentence,
            boolean releasable) {}

    /**
     * How many locks it has.
     *
     * @param unreadable how many documents of locks cannot be read, so that their holders are unknown
     * @param more whether there are more locks than the console keeps
     */
    record Counts(int held, int expired, int free, int unreadable, boolean more) {}

    static String word(Freshness freshness) {
        return freshness.state().name().toLowerCase(Locale.ROOT);
    }

    static ApiSource of(SourceSummary now) {
        LockSource source = now.source();
        return new ApiSource(
                source.id(),
                LockAddress.ofOptional(source.id()),
                IfMatch.version(source.lastChange().at()),
                new Place(source.cluster(), source.database(), source.collection()),
                new Read(
                        source.dialect(),
                        now.dialect().map(Dialect::library).orElse(null),
                        now.dialect().map(it -> it.grade().text()).orElse(null),
                        now.dialect().map(Dialect::sentence).orElse(null),
                        source.isReleasable()),
                word(now.freshness()),
                now.trouble(),
                new Counts(
                        now.counts().held(),
                        now.counts().expired(),
                        now.counts().free(),
                        now.counts().unreadable(),
                        now.counts().full()));
    }
}
