package io.lockkeeper.console.locks;

import io.lockkeeper.console.board.LockView;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a page lists its locks. It stands still while the user's pointer or focus is in the list, and
 * otherwise changes every few seconds at most, so that no row moves away from under a hand. It has the locks' names alone:
 * whatever else a page kept of them would be kept as it was, for as long as nobody looks at the page.
 */
final class StandingOrder {

    static final Duration AT_MOST_EVERY = Duration.ofSeconds(3);

    private static final Duration COUNT_EVERY = Duration.ofSeconds(1);

    private final LongSupplier ticker;
    private List<String> shown = List.of();
    private List<String> latest = List.of();
    private @Nullable LockQuery asked;
    private boolean held;
    private long sortedAt;
    private int changes;
    private long countedAt;

    StandingOrder(LongSupplier ticker) {
        this.ticker = ticker;
        sortedAt = ticker.getAsLong() - AT_MOST_EVERY.toNanos();
        countedAt = sortedAt;
    }

    /** Takes the locks as they would stand now; another question is answered at once. */
    void take(List<LockView> locks, LockQuery query) {
        boolean first = shown.isEmpty() || !query.equals(asked);
        boolean rested = ticker.getAsLong() - sortedAt >= AT_MOST_EVERY.toNanos();
        asked = query;
        if (first || held || rested) {
            latest = locks.stream().map(LockView::name).toList();
        }
        if (first || (!held && rested)) {
            apply();
        }
    }

    /** The user's hand came into the list, or left it. */
    void hold(boolean hand) {
        held = hand;
    }

    /** Puts every lock where it would stand now. */
    void apply() {
        if (!shown.equals(latest)) {
            sortedAt = ticker.getAsLong();
        }
        shown = latest;
        changes = 0;
    }

    /** The order in which the locks are listed; the board knows what they are now. */
    List<String> shown() {
        return shown;
    }

    /** How many locks would move, come or go, if the hand were not there; counted once a second, for there may be many. */
    int changes() {
        if (!held) {
            return 0;
        }
        if (ticker.getAsLong() - countedAt >= COUNT_EVERY.toNanos()) {
            countedAt = ticker.getAsLong();
            changes = Moves.between(shown, latest);
        }
        return changes;
    }
}
