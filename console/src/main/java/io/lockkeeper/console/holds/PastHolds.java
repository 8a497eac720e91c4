package io.lockkeeper.console.holds;

import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.history.PastQuestion;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Answers who held locks of other libraries in the past: what has ended since by its record, the rest by the boards. A hold whose
 * beginning no document tells is in none of its answers, and of services, hosts and operators these locks tell nothing. Asks
 * MongoDB.
 */
@Component
public class PastHolds {

    private final HoldRecords records;
    private final SourceFeeds feeds;

    PastHolds(HoldRecords records, SourceFeeds feeds) {
        this.records = records;
        this.feeds = feeds;
    }

    /** Of a moment what was held longest first, else what was acquired last. */
    public List<HeldThen> of(PastQuestion asked, int most) {
        if (isOfOurs(asked)) {
            return List.of();
        }
        Stream<HeldThen> ended = records.of(asked, most).stream().map(PastHolds::ended);
        return Stream.concat(ended, lasting(asked, most).stream())
                .sorted(order(asked))
                .limit(most)
                .toList();
    }

    /** The same one by one, those that last still before those that ended; to be closed by whoever reads it. */
    public Stream<HeldThen> stream(PastQuestion asked, int most) {
        return isOfOurs(asked)
                ? Stream.empty()
                : Stream.concat(
                        lasting(asked, most).stream(),
                        records.stream(asked, most).map(PastHolds::ended));
    }

    private static boolean isOfOurs(PastQuestion asked) {
        return !(asked.service() + asked.host() + asked.operator()).isEmpty();
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

    /** A board lists those that are held longest first, so that no later ones were held at a moment. */
    private Stream<ForeignLock> candidates(SourceBoard board, Instant now, PastQuestion asked, int most) {
        int first = asked.isOfAMoment() ? most : SourceBoard.MOST;
        return asked.lock().isEmpty()
                ? Stream.of(ForeignLock.State.EXPIRED, ForeignLock.State.HELD)
                        .flatMap(state -> board.in(state, now, first).stream())
                : board.named(asked.lock()).stream();
    }

    private static Optional<HeldThen> then(String source, ForeignLock lock, PastQuestion asked) {
        Instant from = asked.window() == null ? Instant.MIN : asked.moment().minus(asked.window());
        return lock.acquired()
                .filter(since -> lock.held() && since.isAfter(from) && !since.isAfter(asked.moment()))
                .map(since -> new HeldThen(source, lock.name(), String.join(", ", lock.holders()), since, null));
    }
}
