package io.lockkeeper.console.findings;

import io.lockkeeper.console.mongodb.Stepping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
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
     * @param unjudged the ids of the sources whose locks are not known as they are now
     */
    record Judged(List<Detected> found, Set<String> unjudged) {

        /** Whether the console's first collection was judged. */
        boolean isCurrent() {
            return !unjudged.contains(ObservedSource.FIRST);
        }

        /** Whether it is about a lock or a source that could not be judged now. */
        boolean leavesOpen(Finding finding) {
            return finding.source() == null
                    ? finding.lock() != null && !isCurrent()
                    : unjudged.contains(finding.source());
        }
    }

    Judged look() {
        List<WatchedSource> watched = further.all();
        List<ObservableSource> all = new ArrayList<>(watched);
        all.addFirst(first);
        List<Detected> found = new ArrayList<>();
        Set<String> unjudged = new HashSet<>();
        for (ObservableSource source : all) {
            if (source.isLive()) {
                stepping.over("findings", words(source), () -> found.addAll(judge(source)));
            } else {
                unjudged.add(source.id());
            }
        }
        bySource.endPass(all.stream().map(ObservableSource::id).collect(Collectors.toSet()));
        found.addAll(unseen.look(
                watched.stream()
                        .filter(it -> unjudged.contains(it.id()))
                        .map(WatchedSource::watched)
                        .toList(),
                further.now()));
        return new Judged(found, unjudged);
    }

    private List<Detected> judge(ObservableSource source) {
        return bySource.of(source.id()).look(source.observe(), patience);
    }

    private static String words(ObservableSource source) {
        return source.id().isEmpty() ? "the locks" : "the source " + source.id();
    }
}
