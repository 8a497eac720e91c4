package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.Waiter;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The current waiters of the locks of every source that has queues. A wait is recorded when it ends. */
@Component
class PresentWaits {

    private final ObjectProvider<SourceFeeds> feeds;

    /** @param feeds which tell others of changes that ask the history, so that they are looked up late */
    PresentWaits(ObjectProvider<SourceFeeds> feeds) {
        this.feeds = feeds;
    }

    /** A current waiter. */
    record Present(LockId lock, Waiter waiter) {}

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

    /** Those that a question is about. */
    List<Present> of(PastQuestion asked) {
        return feeds.getObject().every().stream()
                .filter(PresentWaits::areTold)
                .flatMap(source -> source.board().map(Board::live).stream()
                        .flatMap(List::stream)
                        .flatMap(lock -> of(source.source().id(), lock, asked)))
                .toList();
    }

    private static Stream<Present> of(String source, LockView view, PastQuestion asked) {
        LockId lock = new LockId(source, view.name());
        boolean another = !asked.lock().isEmpty() && !asked.lock().equals(view.name());
        return another || !asked.scope().sees(lock)
                ? Stream.empty()
                : view.queue().stream()
                        .filter(waiter -> !waiter.since().isAfter(asked.moment()))
                        .map(waiter -> new Present(lock, waiter));
    }
}
