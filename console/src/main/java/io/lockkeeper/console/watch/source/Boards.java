package io.lockkeeper.console.watch.source;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.heartbeat.Live;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The boards of all sources, for pages that show the locks of any. */
@org.springframework.stereotype.Component
public final class Boards {

    private final SourceFeeds feeds;
    private final BoardPublisher publisher;
    private final ListedJobs jobs;

    Boards(SourceFeeds feeds, BoardPublisher publisher, ListedJobs jobs) {
        this.feeds = feeds;
        this.publisher = publisher;
        this.jobs = jobs;
    }

    /** The locks of a source within the scope; none if there is no such source. */
    public ScopedBoard of(LockScope scope, String source) {
        return new ScopedBoard(scope, source, feeds, publisher, jobs);
    }

    /** The boards of all sources within the scope, the console's first collection before the others. */
    public List<ScopedBoard> all(LockScope scope) {
        return Stream.concat(
                        Stream.of(LockId.FIRST),
                        feeds.all(scope).stream()
                                .map(watched -> watched.source().id()))
                .map(source -> of(scope, source))
                .toList();
    }

    /** All boards but that of the console's first collection. */
    public List<ScopedBoard> others(LockScope scope) {
        return all(scope).stream().skip(1).toList();
    }

    /** Whether there are others than the console's first within the scope. */
    public boolean areSeveral(LockScope scope) {
        return !feeds.all(scope).isEmpty();
    }

    /** The summary of each source within the scope, the console's first collection among them. */
    public List<SourceSummary> summaries(LockScope scope) {
        return feeds.summaries(scope);
    }

    /**
     * Follows a board from attach to detach.
     *
     * @param board the one that the page shows by now
     * @param prepare computes what to show, on a thread of its own
     * @param show shows it, holding the page's lock; what a slow page could not show in time is left out
     */
    public <T> void follow(
            Component page, Supplier<ScopedBoard> board, Function<BoardSnapshot, T> prepare, Consumer<T> show) {
        LockScope scope = board.get().scope();
        Live.<Supplier<BoardSnapshot>, T>follow(
                page, looks -> subscribe(scope, board, looks), look -> prepare.apply(look.get()), show);
    }

    /** Subscribes to one board until the returned {@code Runnable} is run; what is received makes the snapshot, which may take long. */
    public Runnable subscribe(ScopedBoard board, Consumer<Supplier<BoardSnapshot>> looks) {
        return subscribe(board.scope(), () -> board, looks);
    }

    /** A source's snapshot is made by the thread that draws: it may take long, and the feeds' thread has others to serve. */
    private Runnable subscribe(LockScope scope, Supplier<ScopedBoard> board, Consumer<Supplier<BoardSnapshot>> looks) {
        Runnable first = publisher.subscribe(scope, snapshot -> {
            if (board.get().source().isEmpty()) {
                looks.accept(() -> snapshot);
            }
        });
        Pace pace = new Pace();
        Runnable others = feeds.subscribe(now -> {
            if (!board.get().source().isEmpty() && pace.isDue(board.get().version())) {
                looks.accept(() -> board.get().snapshot());
            }
        });
        return () -> {
            first.run();
            others.run();
        };
    }

    /** When a source is drawn: at once when its locks changed, and else about once a second, because some states change only by time. */
    private static final class Pace {

        private static final int TICKS = 4;

        private String drawn = "";
        private int passed;

        boolean isDue(String version) {
            passed++;
            boolean due = passed >= TICKS || !version.equals(drawn);
            if (due) {
                drawn = version;
                passed = 0;
            }
            return due;
        }
    }
}
