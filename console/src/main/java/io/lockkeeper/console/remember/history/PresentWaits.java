package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The waiters in the queues of every source that has queues. A wait is recorded when it ends, of which time may be the only sign. */
@Component
class PresentWaits {

    private final ObjectProvider<SourceFeeds> feeds;

    /** @param feeds which notify listeners that ask the history, so that they are looked up late */
    PresentWaits(ObjectProvider<SourceFeeds> feeds) {
        this.feeds = feeds;
    }

    /**
     * A waiter in a queue.
     *
     * @param until when its wait ran out, as its agent no longer proves it alive; null while it waits
     */
    record Present(LockId lock, Waiter waiter, @Nullable Instant until) {

        WaitSpan span() {
            return new WaitSpan(lock, Party.of(waiter.owner()), waiter.since(), until);
        }

        boolean waitedAt(Instant moment) {
            return until == null || until.isAfter(moment);
        }

        /** Whether its end is on record already: its request is one of these. */
        boolean isAmong(Set<String> acquirers) {
            return acquirers.contains(waiter.acquirer());
        }
    }

    /** Whether a source has queues. */
    boolean areTold(String source) {
        return feeds.getObject().of(LockScope.EVERYTHING, source).stream().anyMatch(PresentWaits::areTold);
    }

    /** Whether any source within the scope has queues. */
    boolean areTold(LockScope scope) {
        return scope.seesNames() || feeds.getObject().all(scope).stream().anyMatch(PresentWaits::areTold);
    }

    private static boolean areTold(Watched source) {
        return source.dialect().filter(Dialect::hasQueues).isPresent();
    }

    /** The present waits that match the question. */
    List<Present> of(PastQuestion asked) {
        return feeds.getObject().every().stream()
                .filter(PresentWaits::areTold)
                .flatMap(source -> source.board().map(Board::live).stream()
                        .flatMap(List::stream)
                        .flatMap(lock -> of(source, lock, asked)))
                .toList();
    }

    private static Stream<Present> of(Watched source, Lock view, PastQuestion asked) {
        LockId lock = new LockId(source.source().id(), view.name());
        boolean another = !asked.lock().isEmpty() && !asked.lock().equals(view.name());
        Instant now = source.asOf();
        return another || !asked.scope().sees(lock)
                ? Stream.empty()
                : view.queue().stream()
                        .filter(waiter -> !waiter.since().isAfter(asked.moment()))
                        .map(waiter ->
                                new Present(lock, waiter, waiter.expiresAt().isAfter(now) ? null : waiter.expiresAt()));
    }
}
