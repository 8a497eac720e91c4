package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Each eviction has one record of its intent before it, and ends the lease that the operator saw and no other. */
final class EvictionsHitTheirLease implements Rule {

    static final String NAME = "each eviction is recorded once and ends the lease that the operator saw";

    @Override
    public List<Violation> check(Past past) {
        List<Violation> found = new ArrayList<>();
        past.all(Event.Evicting.class).forEach(each -> recorded(past, each, found));
        past.stored().values().stream().flatMap(List::stream).forEach(each -> aimed(past, each, found));
        return found.stream().distinct().toList();
    }

    private static void recorded(Past past, Event.Evicting evicting, List<Violation> found) {
        Optional<String> outcome = past.all(Event.Evicted.class)
                .filter(each -> each.eviction().equals(evicting.eviction()))
                .map(Event.Evicted::outcome)
                .findFirst();
        long intents = past.all(Event.Audited.class)
                .filter(each -> each.eviction().equals(evicting.eviction())
                        && each.outcome().isEmpty())
                .count();
        boolean done = outcome.filter(List.of("MARKED", "ENDED")::contains).isPresent();
        if (intents > 1 || (done && intents == 0)) {
            found.add(new Violation(
                    NAME,
                    evicting.at(),
                    String.format(Locale.ROOT, "%s has %d records of its intent", evicting.eviction(), intents)));
        }
    }

    private static void aimed(Past past, StoredLock lock, List<Violation> found) {
        lock.holders().stream()
                .filter(holder -> holder.evicted() != null)
                .filter(holder -> past.evictions(lock.name(), holder.token())
                        .noneMatch(each -> each.acquirer().equals(holder.acquirer())))
                .forEach(holder -> found.add(new Violation(
                        NAME,
                        lock.at(),
                        String.format(
                                Locale.ROOT,
                                "the lease %d of %s was evicted and nobody had seen it",
                                holder.token(),
                                holder.owner().note()))));
    }
}
