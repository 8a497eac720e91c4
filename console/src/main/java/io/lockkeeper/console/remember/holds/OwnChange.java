package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.remember.history.HistoryEvent;
import io.lockkeeper.console.remember.history.Transition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.model.LockDocument;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a write did to one of Lockkeeper's own locks in a source: the same as the recorder of the first collection reads in one. */
final class OwnChange {

    private OwnChange() {}

    /**
     * Empty if it is another library's lock.
     *
     * @param live whether the lock is told as it was last known and as it is now: if none is known there was none, and more may have
     *     happened in between than the write. Else it is told as the write left it, and may be unknown before
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
}
