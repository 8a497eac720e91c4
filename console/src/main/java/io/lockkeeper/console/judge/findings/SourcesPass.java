package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.mongodb.Stepping;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** A pass over all sources, the console's first collection among them. Used by one thread. */
@Component
class SourcesPass {

    private final FirstSource first;
    private final WatchedSources further;
    private final FindingsBySource bySource;
    private final Stepping stepping;
    private final Duration patience;
    private final UnseenSources unseen = new UnseenSources();

    SourcesPass(
            FirstSource first,
            WatchedSources further,
            FindingsBySource bySource,
            Stepping stepping,
            @Value("${lockkeeper.findings.long-wait:5m}") Duration patience) {
        this.first = first;
        this.further = further;
        this.bySource = bySource;
        this.stepping = stepping;
        this.patience = patience;
    }

    /**
     * What one pass found.
     *
     * @param current whether the console's first collection was judged
     * @param unjudged the ids of the sources whose locks are not known as they are now
     */
    record Judged(List<Detected> found, boolean current, Set<String> unjudged) {

        /** Whether it is about a lock or a source that could not be judged now. */
        boolean leavesOpen(Finding finding) {
            return finding.isOfTheFirst() ? finding.lock() != null && !current : unjudged.contains(finding.source());
        }
    }

    Judged look() {
        List<Detected> found = new ArrayList<>();
        List<Watched> unjudged = new ArrayList<>();
        boolean current = first.isLive();
        if (current) {
            stepping.over("findings", "the locks", () -> found.addAll(judge(first.observe())));
        }
        LeftBehind leftBehind = further.leftBehind();
        List<Watched> all = further.all();
        for (Watched source : all) {
            if (WatchedSources.isLive(source)) {
                stepping.over(
                        "findings",
                        "the source %s".formatted(source.source().id()),
                        () -> found.addAll(judge(further.observe(source, leftBehind))));
            } else {
                unjudged.add(source);
            }
        }
        bySource.endPass(ids(all));
        found.addAll(unseen.look(unjudged, further.now()));
        return new Judged(found, current, ids(unjudged));
    }

    private List<Detected> judge(ObservedSource source) {
        return bySource.of(source.id()).look(source, patience);
    }

    private static Set<String> ids(List<Watched> some) {
        return some.stream().map(it -> it.source().id()).collect(Collectors.toSet());
    }
}
