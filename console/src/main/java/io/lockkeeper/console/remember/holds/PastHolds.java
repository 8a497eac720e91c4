package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Finds who held locks of other libraries in the past: finished holds from their records, the rest from the boards. Holds
 * without a known beginning are left out, and these locks say nothing about services, hosts or operators. Waits for MongoDB.
 */
@Component
public class PastHolds {

    private final HoldRecords records;
    private final SourceGaps gaps;
    private final SourceFeeds feeds;

    PastHolds(HoldRecords records, SourceGaps gaps, SourceFeeds feeds) {
        this.records = records;
        this.gaps = gaps;
        this.feeds = feeds;
    }

    /** The last holds of a lock of a source. */
    public LatestHolds latest(String source, String lock, int most) {
        List<HoldRecord> found = records.of(source, lock, most + 1);
        List<HoldRecord> holds = found.stream().limit(most).toList();
        Instant since = holds.isEmpty() ? Instant.EPOCH : holds.getLast().until();
        return new LatestHolds(holds, found.size() > most, gaps.since(source, since));
    }

    /** For a moment, the longest held first; otherwise, the latest acquired first. */
    public List<HeldThen> of(PastQuestion asked, int most) {
        if (asked.namesSomebody()) {
            return List.of();
        }
        Stream<HeldThen> ended = records.of(asked, most).stream().map(PastHolds::ended);
        return Stream.concat(ended, lasting(asked, most).stream())
                .sorted(order(asked))
                .limit(most)
                .toList();
    }

    /** The same as a stream, which the caller closes; present holds come before finished ones. */
    public Stream<HeldThen> stream(PastQuestion asked, int most) {
        return asked.namesSomebody()
                ? Stream.empty()
                : Stream.concat(
                        lasting(asked, most).stream(),
                        records.stream(asked, most).map(PastHolds::ended));
    }

    private static Comparator<HeldThen> order(PastQuestion asked) {
        Comparator<HeldThen> earliest = Comparator.comparing(HeldThen::since);
        return asked.isOfAMoment() ? earliest : earliest.reversed();
    }

    private static HeldThen ended(HoldRecord hold) {
        return new HeldThen(hold.source(), hold.lock(), hold.holder(), Objects.requireNonNull(hold.since()), hold);
    }

    private List<HeldThen> lasting(PastQuestion asked, int most) {
        return feeds.all(asked.scope()).stream()
                .flatMap(watched -> lasting(watched, asked, most))
                .sorted(order(asked))
                .limit(most)
                .toList();
    }

    private Stream<HeldThen> lasting(Watched watched, PastQuestion asked, int most) {
        return watched.board().stream()
                .flatMap(board -> candidates(board, watched.now(), asked, most))
                .flatMap(lock -> then(watched.source().id(), lock, asked).stream());
    }

    /** A board lists the longest held first, unless most waiters come before: for the first page of a moment the first ones suffice. */
    private static Stream<DialectLock> candidates(Board board, Instant now, PastQuestion asked, int most) {
        boolean firstSuffice =
                asked.isOfAMoment() && asked.next() == null && !board.dialect().hasQueues();
        int first = firstSuffice ? most : Board.MOST;
        Stream<LockView> found = asked.lock().isEmpty()
                ? Stream.of(DialectLock.State.EXPIRED, DialectLock.State.HELD)
                        .flatMap(state -> board.in(state, now, first).stream())
                : board.find(asked.lock()).stream();
        return found.map(LockView::facts);
    }

    private static Optional<HeldThen> then(String source, DialectLock lock, PastQuestion asked) {
        Instant from = asked.isOfAMoment() ? asked.heldAfter() : asked.from();
        return lock.acquired()
                .filter(since -> lock.held() && since.isAfter(from) && !since.isAfter(asked.upTo()))
                .map(since -> new HeldThen(source, lock.name(), String.join(", ", lock.holders()), since, null));
    }
}
