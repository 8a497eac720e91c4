package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.StreamMark;
import io.lockkeeper.console.watch.source.StreamMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * The holds of other libraries' locks that ended as their time was up, where that frees a lock and no write shows it. What a write ended is
 * left out.
 */
@Component
class RanOutHolds {

    /** Writes are seen a little later than they are made. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private final ObjectProvider<SourceFeeds> feeds;
    private final StreamMarks marks;
    private final LastSeen written = new LastSeen();
    private final Map<String, Instant> lookedTo = new HashMap<>();

    /** @param feeds which report changes to the recorder of these, so that they are looked up late */
    RanOutHolds(ObjectProvider<SourceFeeds> feeds, StreamMarks marks) {
        this.feeds = feeds;
        this.marks = marks;
    }

    /** A write ended a hold: the expiry that it left ends none. */
    void ended(LockSource source, LockWrite change) {
        change.after().ifPresent(after -> written.add(new LockId(source.id(), after.name()), state(after)));
    }

    /** Reports those since the last look; at the first one, since a console last recorded the source. Called by one thread. */
    void look(BiConsumer<Watched, EndedHold> hears) {
        List<Watched> all = feeds.getObject().all(LockScope.EVERYTHING);
        lookedTo.keySet().retainAll(all.stream().map(each -> each.source().id()).toList());
        all.forEach(each -> each.board()
                .filter(board -> !board.dialect().hasQueues())
                .ifPresent(board -> look(each, board).forEach(hold -> hears.accept(each, hold))));
    }

    private Stream<EndedHold> look(Watched watched, Board board) {
        LockSource source = watched.source();
        Instant from = lookedTo.computeIfAbsent(
                source.id(),
                unused -> marks.load(source.place()).map(StreamMark::at).orElseGet(watched.clock()::now));
        Instant upTo = watched.asOf().minus(SETTLED);
        if (!watched.isLive() || !upTo.isAfter(from)) {
            return Stream.empty();
        }
        lookedTo.put(source.id(), upTo);
        return board.runningOut(from, upTo).stream()
                .map(Lock::facts)
                .filter(DialectLock::endsFree)
                .filter(lock -> !written.has(new LockId(source.id(), lock.name()), state(lock)))
                .flatMap(lock ->
                        lock.ranOut(upTo).stream().map(end -> EndedHold.of(lock, new HoldEnd(end, Ending.EXPIRED))));
    }

    /** One hold, as one write left it. */
    private static String state(DialectLock lock) {
        return lock.acquisition().tag() + " " + lock.expiry();
    }
}
