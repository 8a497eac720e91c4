package io.lockkeeper.console.api;

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
 * @param cluster as the console's settings name it; null for the console's own
 * @param library null if its dialect is missing, as are grade and sentence
 * @param releasable whether an administrator has allowed evictions
 * @param freshness live, behind or disconnected
 * @param trouble why nothing comes; empty while it does
 * @param unreadable how many documents of locks cannot be read, so that their holders are unknown
 * @param more whether there are more locks than the console keeps
 */
record ApiSource(
        String id,
        String path,
        String version,
        @Nullable String cluster,
        String database,
        String collection,
        String dialect,
        @Nullable String library,
        @Nullable String grade,
        @Nullable String sentence,
        boolean releasable,
        String freshness,
        String trouble,
        int held,
        int expired,
        int free,
        int unreadable,
        boolean more) {

    static String word(Freshness freshness) {
        return freshness.state().name().toLowerCase(Locale.ROOT);
    }

    static ApiSource of(SourceSummary now) {
        LockSource source = now.source();
        return new ApiSource(
                source.id(),
                LockAddress.ofOptional(source.id()),
                IfMatch.version(source.lastChange().at()),
                source.cluster(),
                source.database(),
                source.collection(),
                source.dialect(),
                now.dialect().map(Dialect::library).orElse(null),
                now.dialect().map(it -> it.grade().text()).orElse(null),
                now.dialect().map(Dialect::sentence).orElse(null),
                source.isReleasable(),
                word(now.freshness()),
                now.trouble(),
                now.counts().held(),
                now.counts().expired(),
                now.counts().free(),
                now.counts().unreadable(),
                now.counts().full());
    }
}
