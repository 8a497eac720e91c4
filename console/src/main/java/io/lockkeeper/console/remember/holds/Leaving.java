package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.remember.history.HistoryEvent;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import java.util.List;
import java.util.Optional;

/**
 * A waiter that is no longer in a lock's queue, as two states of the document show that did not follow upon each other. A document is
 * looked up after it has changed, so that a grant and a release in between are seen as one change: then the waiter may have been served.
 *
 * @param before the document while it waited
 * @param after the document without it
 */
record Leaving(LockDocument before, LockDocument after, HistoryEvent.Left left) {

    /** Whether it certainly left without a grant: waiters are served in the order of the queue, and each grant has a later token. */
    boolean isCertain() {
        if (left.takenOut() != null || left.silent()) {
            return true;
        }
        return after.token() == before.token() || (after.token() > before.token() && isPassed());
    }

    /** Whether one before it in the queue waits still, or has the last lease that was granted. */
    private boolean isPassed() {
        Optional<String> last = lastGranted();
        return ahead().stream()
                .map(Waiter::acquirer)
                .anyMatch(each -> after.waiter(each).isPresent()
                        || last.filter(each::equals).isPresent());
    }

    private List<Waiter> ahead() {
        return before.queue().stream()
                .takeWhile(each -> !each.acquirer().equals(left.waiter().acquirer()))
                .toList();
    }

    /** The holder of the last lease, if that is still there. */
    private Optional<String> lastGranted() {
        return after.holders().stream()
                .filter(each -> lastToken(each) >= after.token())
                .map(Holder::acquirer)
                .findFirst();
    }

    /** A lease that its agent may keep has several. */
    private static long lastToken(Holder lease) {
        return lease.token() + (lease.keep() == null ? 0 : lease.keep().tokens());
    }
}
