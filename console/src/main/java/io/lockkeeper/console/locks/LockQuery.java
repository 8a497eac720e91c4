package io.lockkeeper.console.locks;

import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.model.Owner;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which locks a page lists, and how.
 *
 * @param search what a lock's name or an owner's service, instance, host, note or details have to contain; empty for all
 * @param free whether free locks are listed too
 * @param order in which order, or null for what worries first
 * @param descending whether that order is turned round
 */
record LockQuery(String search, boolean free, @Nullable LockOrder order, boolean descending) {

    static final LockQuery ALL = new LockQuery("", false, null, false);

    LockQuery {
        search = search.strip().toLowerCase(Locale.ROOT);
    }

    LockQuery searching(String text) {
        return new LockQuery(text, free, order, descending);
    }

    LockQuery withFree(boolean shown) {
        return new LockQuery(search, shown, order, descending);
    }

    LockQuery ordered(@Nullable LockOrder by, boolean turned) {
        return new LockQuery(search, free, by, turned);
    }

    List<LockView> of(BoardSnapshot board) {
        List<LockView> found = search.isEmpty() && !free
                ? board.locks()
                : Stream.concat(board.locks().stream(), free ? board.free().stream() : Stream.empty())
                        .filter(this::matches)
                        .toList();
        return order == null ? found : order.sorted(found, descending);
    }

    private boolean matches(LockView lock) {
        return search.isEmpty()
                || contains(lock.name())
                || lock.holders().stream().anyMatch(holder -> matches(holder.owner()))
                || lock.queue().stream().anyMatch(waiter -> matches(waiter.owner()));
    }

    private boolean matches(Owner owner) {
        return contains(owner.service())
                || contains(owner.instance())
                || contains(owner.host())
                || contains(owner.note())
                || contains(owner.details().toString());
    }

    private boolean contains(String text) {
        return text.toLowerCase(Locale.ROOT).contains(search);
    }
}
