package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.remember.history.HistoryEvent;
import io.lockkeeper.console.remember.history.Transition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The effects of a write on one of Lockkeeper's own locks in a source, as the recorder of the first collection reads them. */
final class OwnChange {

    private OwnChange() {}

    /**
     * Empty if it is another library's lock.
     *
     * @param live whether the states are those last known and now: if none is known there was none, and more may have happened in
     *     between than the write. Else they are as the write left them, and may be unknown before
     */
    static Optional<List<HistoryEvent>> events(LockWrite change, boolean live) {
        Optional<LockDocument> before = change.before().flatMap(DialectLock::own);
        Optional<LockDocument> after = change.after().flatMap(DialectLock::own);
        return after.or(() -> before).map(LockDocument::name).map(name -> {
            boolean none = live && change.before().isEmpty();
            List<HistoryEvent> events =
                    events(before.orElse(none ? Transition.idle(name) : null), after.orElse(null), name, change);
            return live && before.isPresent() ? certain(before.get(), after.orElse(null), events) : events;
        });
    }

    private static List<HistoryEvent> certain(
            LockDocument before, @Nullable LockDocument after, List<HistoryEvent> events) {
        LockDocument now = after == null ? Transition.idle(before.name()) : after;
        return events.stream()
                .filter(event ->
                        !(event instanceof HistoryEvent.Left left) || new Leaving(before, now, left).isCertain())
                .toList();
    }

    /** A document that can no longer be read reveals nothing. */
    private static List<HistoryEvent> events(
            @Nullable LockDocument before, @Nullable LockDocument after, String name, LockWrite change) {
        return after == null && change.after().isPresent()
                ? List.of()
                : new Transition(before, after == null ? Transition.idle(name) : after, change.deleted(), change.at())
                        .events();
    }

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
}
