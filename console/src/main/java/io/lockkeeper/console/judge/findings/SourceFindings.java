package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.waits.LockOrders;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds what is wrong with the locks of one source: in passes, made by one thread, with what its changes and earlier passes showed. */
final class SourceFindings {

    private final Standing standing = new Standing();
    private final PausedWaits pausedWaits = new PausedWaits();
    private final AlwaysExpiring expiring = new AlwaysExpiring();
    private final GrantRates rates = new GrantRates(System::nanoTime);
    private final LockOrders orders = new LockOrders();

    /** A lock of Lockkeeper's own changed. May be called on any thread, as may {@link #readAnew}. */
    void changed(Lock lock) {
        rates.seen(lock);
        orders.seen(lock);
    }

    void readAnew(Collection<Lock> locks) {
        orders.readAnew(locks);
    }

    /**
     * Makes one pass.
     *
     * @param patience how long a wait may take
     */
    List<Detected> look(ObservedSource source, Duration patience) {
        PassInput sight = new PassInput(
                source, patience, standing::since, rates::of, lock -> pausedWaits.countsFrom(lock, source.now()));
        List<Detected> found = new ArrayList<>(LockPass.over(sight));
        found.addAll(expiring.look(sight));
        found.addAll(source.found());
        found.addAll(WaitFindings.orders(orders.contradictions(source.now()), source.now()));
        standing.endPass();
        pausedWaits.endPass();
        return found.stream().map(it -> it.in(source.id())).toList();
    }

    /** A pass ends, whether the locks could be judged or not. */
    void endPass() {
        rates.roll();
    }

    /** Since when the thread of this acquirer's lease has stood at the same place, as of the last pass. May be called on any thread. */
    Optional<Instant> standingSince(String acquirer) {
        return standing.lastKnown(acquirer);
    }

    /** The locks that were granted most often in the last whole minute. May be called on any thread. */
    List<Busy> busiest(LockScope scope, int most) {
        return rates.busiest(scope, most);
    }

    /**
     * From when the first wait for a lock counts: a wait under a pause is not a fault, so its count restarts after the pause. A pause that
     * an operator ended leaves no trace in the document, so its end is remembered while requests wait. Used by one thread.
     */
    static final class PausedWaits {

        private final Map<String, Instant> ended = new HashMap<>();
        private final Set<String> paused = new HashSet<>();

        /** Since when the first waiter of a lock that is waited for has waited, or since its pause ended; {@code now} while it is paused. */
        Instant countsFrom(Lock lock, Instant now) {
            Instant since = lock.queue().getFirst().since();
            Pause pause = lock.own().map(LockDocument::paused).orElse(null);
            if (pause != null) {
                ended.put(lock.name(), pause.until().isBefore(now) ? pause.until() : now);
            }
            Instant end = ended.get(lock.name());
            if (end == null || !end.isAfter(since)) {
                return since;
            }
            paused.add(lock.name());
            return end;
        }

        /** Ends a pass: forgets the pauses of locks whose waiters have gone, or came only after the pause. */
        void endPass() {
            ended.keySet().retainAll(paused);
            paused.clear();
        }
    }
}
