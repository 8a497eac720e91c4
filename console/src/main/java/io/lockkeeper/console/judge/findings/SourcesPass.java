package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.mongodb.Stepping;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** A pass over all sources, the console's first collection among them. Used by one thread. */
@Component
class SourcesPass {

    private final SourceObserver sources;
    private final FindingsBySource bySource;
    private final Stepping stepping;
    private final Duration patience;
    private final UnseenSources unseen = new UnseenSources();

    SourcesPass(
            SourceObserver sources,
            FindingsBySource bySource,
            Stepping stepping,
            @Value("${lockkeeper.findings.long-wait:5m}") Duration patience) {
        this.sources = sources;
        this.bySource = bySource;
        this.stepping = stepping;
        this.patience = patience;
    }

    /**
     * The result of one pass.
     *
     * @param unjudged the ids of the sources whose locks are not known as they are now
     */
    record Judged(List<Detected> found, Set<String> unjudged) {

        /** Whether the console's first collection was judged. */
        boolean current() {
            return !unjudged.contains(LockId.FIRST);
        }

        /** Whether it is about a lock or a source that could not be judged now. */
        boolean leavesOpen(Finding finding) {
            return unjudged.contains(finding.source()) && !finding.isAboutAll();
        }
    }

    Judged look() {
        List<Detected> found = new ArrayList<>();
        List<Watched> unjudged = new ArrayList<>();
        LeftBehind leftBehind = sources.leftBehind();
        List<Watched> all = sources.all();
        for (Watched source : all) {
            if (source.isLive()) {
                stepping.over(
                        "findings", words(source), () -> found.addAll(judge(sources.observe(source, leftBehind))));
            } else {
                unjudged.add(source);
            }
        }
        bySource.endPass(ids(all));
        found.addAll(unseen.look(unjudged.stream().filter(it -> !it.isFirst()).toList(), sources.now()));
        return new Judged(found, ids(unjudged));
    }

    private static String words(Watched source) {
        return "the locks of %s".formatted(source.source().place());
    }

    private List<Detected> judge(ObservedSource source) {
        return bySource.of(source.id()).look(source, patience);
    }

    private static Set<String> ids(List<Watched> some) {
        return some.stream().map(it -> it.source().id()).collect(Collectors.toSet());
    }

    /** Sources that stay out of date; one that is just starting or reconnecting does not count. Used by one thread. */
    static final class UnseenSources {

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
}
