package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Missed;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.StreamMarks;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The times of which nothing of a source is recorded, the earliest first. Waits for MongoDB. */
@Component
class SourceGaps {

    private final StreamMarks marks;
    private final PastWindow window;
    private final ObjectProvider<SourceFeeds> feeds;

    /** @param feeds which notify listeners that ask the history, so that they are looked up late */
    SourceGaps(StreamMarks marks, PastWindow window, ObjectProvider<SourceFeeds> feeds) {
        this.marks = marks;
        this.window = window;
        this.feeds = feeds;
    }

    /** The gaps of a source that end after a moment. */
    List<Gap> since(String source, Instant moment) {
        return since(new LockScope(List.of(), List.of(source)), moment);
    }

    /** The gaps of all sources within the scope. */
    List<Gap> since(LockScope scope, Instant moment) {
        Map<String, List<Missed>> missed = marks.missedSince(moment);
        return feeds.getObject().all(scope).stream()
                .flatMap(watched -> of(
                        watched.source(),
                        missed.getOrDefault(watched.source().place().toString(), List.of())))
                .sorted(Comparator.comparing(Gap::from).thenComparing(gap -> String.valueOf(gap.source())))
                .toList();
    }

    /** The known parts of a time of each source within the scope, by its id. */
    Map<String, KnownTime> known(LockScope scope, Instant from, Instant until) {
        Map<String, List<Gap>> gaps =
                since(scope, from).stream().collect(Collectors.groupingBy(gap -> String.valueOf(gap.source())));
        return feeds.getObject().all(scope).stream()
                .collect(Collectors.toMap(
                        watched -> watched.source().id(),
                        watched -> known(
                                watched,
                                from,
                                until,
                                gaps.getOrDefault(watched.source().id(), List.of()))));
    }

    /** Of a source that is not followed nothing is known. */
    private KnownTime known(Watched watched, Instant from, Instant until, List<Gap> gaps) {
        return watched.feed().isEmpty()
                ? KnownTime.NONE
                : KnownTime.of(from, until, begun(watched.source()), watched.asOf(), gaps);
    }

    /** A source's history begins with the past that was read when it was added. */
    private Instant begun(LockSource source) {
        return source.addedAt().minus(window.length());
    }

    private Stream<Gap> of(LockSource source, List<Missed> missed) {
        Instant begun = begun(source);
        return missed.stream()
                .filter(gap -> gap.until().isAfter(begun))
                .map(gap -> Gap.of(source.id(), later(gap.from(), begun), gap.until(), gap.why()));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
