package io.lockkeeper.faults.checker;

import io.lockkeeper.model.Holder;
import java.util.ArrayList;
import java.util.List;

/** No later request is granted while an earlier waiter still waits. One that expired and queued again is a later one. */
final class FirstComeFirstServed implements Rule {

    static final String NAME = "waiters are served in order";

    @Override
    public List<Violation> check(Past past) {
        List<Violation> found = new ArrayList<>();
        past.stored().values().forEach(changes -> {
            for (int i = 1; i < changes.size(); i++) {
                compare(changes.get(i - 1), changes.get(i), found);
            }
        });
        return found;
    }

    private static void compare(StoredLock before, StoredLock after, List<Violation> found) {
        for (Holder holder : after.holders()) {
            if (!before.holds(holder)) {
                before.queue().stream()
                        .takeWhile(waiter -> !waiter.acquirer().equals(holder.acquirer()))
                        .filter(after::queues)
                        .findFirst()
                        .ifPresent(waiter -> found.add(new Violation(
                                NAME,
                                after.at(),
                                "%s was granted to %s while %s waited before it"
                                        .formatted(
                                                after.name(),
                                                holder.owner().note(),
                                                waiter.owner().note()))));
            }
        }
    }
}
