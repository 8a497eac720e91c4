package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The guarded resource sees no token go back from a holder that had the whole lock and held it after the write. (Of a holder that
 * lost its lease meanwhile it may: that is what the token is for.)
 */
final class ResourceIsGuarded implements Rule {

    static final String NAME = "the resource sees no token go back";

    @Override
    public List<Violation> check(Past past) {
        List<Violation> found = new ArrayList<>();
        past.all(Event.Used.class)
                .filter(use -> hasAll(past, use))
                .collect(Collectors.groupingBy(Event.Used::lock))
                .values()
                .forEach(uses -> check(past, uses, found));
        return found;
    }

    private static void check(Past past, List<Event.Used> uses, List<Violation> found) {
        Event.Used greatest = null;
        for (Event.Used use : uses.stream()
                .sorted(Comparator.comparingLong(Event.Used::order))
                .toList()) {
            if (greatest != null && use.token() < greatest.token() && wasHeldAfter(past, use)) {
                found.add(new Violation(
                        NAME,
                        use.at(),
                        String.format(
                                Locale.ROOT,
                                "%s wrote to %s with token %d, after %s had with %d",
                                use.call(),
                                use.lock(),
                                use.token(),
                                greatest.call(),
                                greatest.token())));
            }
            greatest = greatest == null || use.token() > greatest.token() ? use : greatest;
        }
    }

    private static boolean hasAll(Past past, Event.Used use) {
        return past.asked(use.call())
                .filter(asked -> asked.weight() == asked.capacity())
                .isPresent();
    }

    private static boolean wasHeldAfter(Past past, Event.Used use) {
        return past.lastHeld(use.call()).filter(held -> held.at() > use.at()).isPresent();
    }
}
