package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sources that stay out of date; one that is just starting or reconnecting does not count. Used by one thread. */
final class UnseenSources {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<String, Instant> since = new HashMap<>();

    /** @param notLive all sources that are not live now */
    List<Detected> look(List<Watched> notLive, Instant now) {
        since.keySet()
                .retainAll(notLive.stream().map(each -> each.source().id()).collect(Collectors.toSet()));
        return notLive.stream()
                .filter(each -> since.computeIfAbsent(each.source().id(), unused -> now)
                        .plus(PATIENCE)
                        .isBefore(now))
                .map(UnseenSources::detected)
                .toList();
    }

    private static Detected detected(Watched source) {
        String where = Formats.visible(source.source().place().toString());
        String evidence = source.feed()
                .map(feed -> "%s %s. %s".formatted(where, known(feed), feed.trouble()))
                .orElseGet(() -> "%s is not followed. %s".formatted(where, source.trouble()));
        return new Detected(Kind.SOURCE_UNSEEN, source.source().id(), null, "", evidence.strip());
    }

    private static String known(CollectionFeed feed) {
        Instant asOf = feed.freshness().asOf();
        return asOf == null ? "has not been read" : "was last seen complete at " + Formats.exact(asOf);
    }
}
