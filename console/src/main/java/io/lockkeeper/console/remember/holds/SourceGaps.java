package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Missed;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.StreamMarks;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The times of which nothing of a source is recorded, the earliest first. Waits for MongoDB. */
@Component
public class SourceGaps {

    private final StreamMarks marks;
    private final PastWindow window;
    private final SourceFeeds feeds;

    SourceGaps(StreamMarks marks, PastWindow window, SourceFeeds feeds) {
        this.marks = marks;
        this.window = window;
        this.feeds = feeds;
    }

    /** Those within the time asked about; none if names were asked for that other libraries' locks lack. */
    public List<SourceGap> of(PastQuestion asked) {
        return asked.namesSomebody()
                ? List.of()
                : since(asked.scope(), asked.from()).stream()
                        .filter(gap -> !gap.from().isAfter(asked.moment()))
                        .toList();
    }

    /** Those of a source that end after a moment. */
    List<SourceGap> since(String source, Instant moment) {
        return since(new LockScope(List.of(), List.of(source)), moment);
    }

    private List<SourceGap> since(LockScope scope, Instant moment) {
        Map<String, List<Missed>> missed = marks.missedSince(moment);
        return feeds.all(scope).stream()
                .flatMap(watched -> of(
                        watched.source(),
                        missed.getOrDefault(watched.source().place().toString(), List.of())))
                .sorted(Comparator.comparing(SourceGap::from).thenComparing(SourceGap::source))
                .toList();
    }

    /** What was before the past that was read when the source was added is no gap of its own. */
    private Stream<SourceGap> of(LockSource source, List<Missed> missed) {
        Instant begun = source.addedAt().minus(window.length());
        return missed.stream()
                .filter(gap -> gap.until().isAfter(begun))
                .map(gap -> new SourceGap(source.id(), later(gap.from(), begun), gap.until(), gap.why()));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
