package io.lockkeeper.console.holds;

import io.lockkeeper.console.dialect.ForeignLock;
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

/** Answers who held locks of other libraries at a moment: what has ended since by its record, the rest by the boards. Asks MongoDB. */
@Component
public class PastHolds {

    private final HoldRecords records;
    private final SourceFeeds feeds;

    PastHolds(HoldRecords records, SourceFeeds feeds) {
        this.records = records;
        this.feeds = feeds;
    }

    /** The longest held first; a hold whose beginning no document tells is in none of them. */
    public List<HeldThen> at(Instant moment, String lock, int most) {
        Stream<HeldThen> ended = records.heldAt(moment, lock, most).stream()
                .map(hold -> new HeldThen(
                        hold.source(), hold.lock(), hold.holder(), Objects.requireNonNull(hold.since()), hold));
        Stream<HeldThen> lasting = feeds.all().stream().flatMap(watched -> lasting(watched, moment, lock, most));
        return Stream.concat(ended, lasting)
                .sorted(Comparator.comparing(HeldThen::since))
                .limit(most)
                .toList();
    }

    private Stream<HeldThen> lasting(Watched watched, Instant moment, String lock, int most) {
        return watched.board().stream()
                .flatMap(board -> candidates(board, lock, most))
                .flatMap(held -> then(watched.source().id(), held, moment))
                .limit(most);
    }

    /** A board lists those that are held longest first, so that no later ones were held at the moment. */
    private Stream<ForeignLock> candidates(SourceBoard board, String lock, int most) {
        return lock.isEmpty()
                ? Stream.of(ForeignLock.State.EXPIRED, ForeignLock.State.HELD)
                        .flatMap(state -> board.in(state, feeds.now(), most).stream())
                : board.named(lock).stream();
    }

    private static Stream<HeldThen> then(String source, ForeignLock lock, Instant moment) {
        Optional<Instant> since = lock.acquired().filter(from -> lock.held() && !from.isAfter(moment));
        return since
                .map(from -> new HeldThen(source, lock.name(), String.join(", ", lock.holders()), from, null))
                .stream();
    }
}
