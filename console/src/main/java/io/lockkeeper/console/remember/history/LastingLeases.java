package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.LeaseRecord.Course;
import io.lockkeeper.console.remember.history.LeaseRecord.Ended;
import io.lockkeeper.console.remember.history.LeaseRecord.Granted;
import io.lockkeeper.console.remember.history.LeaseRecord.Whose;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * The leases of sources that last, or ran out and are still listed: they are stored when their documents change, and read from the boards
 * until then. Those that began at an unknown moment are left out.
 */
@Component
class LastingLeases {

    private static final int MOST_DOCUMENTS = 100;

    private final ObjectProvider<SourceFeeds> feeds;
    private final SeenWaits seen;

    /** @param feeds which notify listeners that ask the history, so that they are looked up late */
    LastingLeases(ObjectProvider<SourceFeeds> feeds, SeenWaits seen) {
        this.feeds = feeds;
        this.seen = seen;
    }

    /** The lasting leases of a lock. */
    Stream<LeaseRecord> of(LockId lock) {
        return feeds.getObject().find(LockScope.EVERYTHING, lock.source()).stream()
                .flatMap(watched -> watched.board().stream()
                        .flatMap(board -> board.all(lock.name(), MOST_DOCUMENTS).stream())
                        .flatMap(view -> of(lock.source(), view, watched.asOf())));
    }

    /** The first lasting leases that the question is about, in its order. */
    List<LeaseRecord> of(PastQuestion asked, int most) {
        if (asked.namesSomebody()) {
            return List.of();
        }
        Instant from = asked.isOfAMoment() ? asked.heldAfter() : asked.from();
        return feeds.getObject().all(asked.scope()).stream()
                .flatMap(watched -> watched.board().stream()
                        .flatMap(board -> candidates(board, watched, asked, most))
                        .flatMap(view -> of(watched.source().id(), view, watched.asOf())))
                .filter(lease -> lease.began().isAfter(from) && !lease.began().isAfter(asked.upTo()))
                .filter(asked::asksFor)
                .sorted(asked.order())
                .limit(most)
                .toList();
    }

    /** The leases whose requests waited at the moment asked for, and were granted since. */
    Stream<LeaseRecord> grantedSince(PastQuestion asked) {
        return waited(asked)
                .filter(lease -> lease.began().isAfter(asked.moment())
                        && !Objects.requireNonNull(lease.askedAt()).isAfter(asked.moment()));
    }

    /** The leases whose requests waited in a part of the time asked for. */
    Stream<LeaseRecord> grantedWithin(PastQuestion asked) {
        return waited(asked)
                .filter(lease -> lease.began().isAfter(asked.from())
                        && Objects.requireNonNull(lease.askedAt()).isBefore(asked.moment()));
    }

    /** The leases that the question is about, and whose requests are known to have waited. */
    private Stream<LeaseRecord> waited(PastQuestion asked) {
        return feeds.getObject().all(asked.scope()).stream()
                .filter(watched -> watched.dialect().filter(Dialect::hasQueues).isPresent())
                .flatMap(watched -> watched.board().map(Board::live).stream()
                        .flatMap(List::stream)
                        .flatMap(view -> of(watched.source().id(), view, watched.asOf())))
                .filter(lease -> asked.lock().isEmpty()
                        || asked.lock().equals(lease.key().lock()))
                .filter(lease -> lease.waited().filter(Duration::isPositive).isPresent());
    }

    /** A board lists the longest held first, unless most waiters come before: for the first page of a moment the first ones suffice. */
    private static Stream<Lock> candidates(Board board, Watched watched, PastQuestion asked, int most) {
        boolean firstSuffice =
                asked.isOfAMoment() && asked.next() == null && !board.dialect().hasQueues();
        int first = firstSuffice ? most : Board.MOST;
        return asked.lock().isEmpty()
                ? Stream.of(DialectLock.State.EXPIRED, DialectLock.State.HELD)
                        .flatMap(state -> board.in(state, watched.asOf(), first).stream())
                : board.all(asked.lock(), MOST_DOCUMENTS).stream();
    }

    /** Leaves out leases that ran out: until its document changes, only its expiry shows its end. */
    private Stream<LeaseRecord> of(String source, Lock view, Instant now) {
        return switch (view) {
            case Lock.Own own -> own(source, own.document(), now);
            case Lock.Library library -> another(source, library.facts(), now);
            case Lock.Unreadable unreadable -> Stream.empty();
        };
    }

    private static Stream<LeaseRecord> another(String source, DialectLock lock, Instant now) {
        return lock.isTaken(now)
                ? lock.acquired().stream().map(since -> another(source, lock, since, now))
                : Stream.empty();
    }

    private Stream<LeaseRecord> own(String source, LockDocument lock, Instant now) {
        Map<Long, Ended> ended = Transition.runOut(lock, now)
                .ended()
                .collect(Collectors.toMap(
                        end -> end.holder().token(),
                        end -> HoldRecord.ended(end.holder().acquiredAt(), end.at(), end.how(), null),
                        (one, other) -> one));
        return lock.holders().stream().map(lease -> own(source, lock.name(), lease, ended.get(lease.token())));
    }

    private LeaseRecord own(String source, String lock, Holder lease, @Nullable Ended ended) {
        OwnLease known = seen.lasting(source, lock, lease);
        return LeaseRecord.of(
                source,
                new LeaseKey(lock, lease.token()),
                new Whose(lease.acquirer(), known.holder(), lease.weight(), LeaseAcquisitions.words(lease)),
                known.granted(lease.acquiredAt()),
                known.course(),
                ended);
    }

    private static LeaseRecord another(String source, DialectLock lock, Instant since, Instant now) {
        LeaseKey key = new LeaseKey(lock.name(), lock.fence().orElse(0));
        String words = String.join(", ", lock.holders());
        Ended ended = lock.ranOut(now)
                .map(end -> HoldRecord.ended(since, end, Ending.EXPIRED, null))
                .orElse(null);
        return LeaseRecord.of(
                source, key, Whose.named(lock.acquisition().tag(), 1, words), Granted.at(since), Course.USUAL, ended);
    }
}
