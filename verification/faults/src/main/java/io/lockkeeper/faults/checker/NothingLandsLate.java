package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** No request appears in a lock's document long after its call came to an end without a lease. */
final class NothingLandsLate implements Rule {

    static final String NAME = "no request lands after its call was over";

    @Override
    public List<Violation> check(Past past) {
        Map<String, Long> over = new HashMap<>();
        past.all(Event.Refused.class).forEach(each -> over.put(each.call(), each.at()));
        past.all(Event.Unknown.class).forEach(each -> over.put(each.call(), each.at()));
        Set<String> seen = new HashSet<>();
        List<Violation> found = new ArrayList<>();
        past.stored().values().stream()
                .flatMap(List::stream)
                .forEach(each -> notes(each).filter(seen::add).forEach(call -> {
                    Long end = over.get(call);
                    if (end != null && each.at() - end > past.bounds().lands().toNanos()) {
                        found.add(new Violation(
                                NAME,
                                each.at(),
                                String.format(
                                        Locale.ROOT,
                                        "%s appeared in %s %d ms after its caller had given up",
                                        call,
                                        each.name(),
                                        (each.at() - end) / 1_000_000)));
                    }
                }));
        return found;
    }

    private static Stream<String> notes(StoredLock lock) {
        return Stream.concat(
                lock.holders().stream().map(holder -> holder.owner().note()),
                lock.queue().stream().map(waiter -> waiter.owner().note()));
    }
}
