package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.DamagedLockException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the lock promises, held against a stretch of history. */
public final class Checker {

    private static final List<Rule> RULES = List.of(
            new ClaimsFit(),
            new TokensGrow(),
            new ResourceIsGuarded(),
            new NothingIsLostEarly(),
            new StreamTellsAll(),
            new FirstComeFirstServed(),
            new DocumentsAreSound(),
            new EveryoneGetsOn(),
            new EvictionsHitTheirLease(),
            new NothingLandsLate());

    /** What can be asked of any lock, of any library and store. */
    private static final List<Rule> RULES_OF_ANY_LOCK = List.of(new ClaimsFit(), new EveryoneGetsOn());

    private Checker() {}

    /** Every promise that was broken, in the order of time. */
    public static List<Violation> check(List<Event> events, Bounds bounds) {
        return hold(RULES, events, bounds);
    }

    /** Every broken promise of any lock: two hold at once, or one that is due does not get on. */
    public static List<Violation> checkAnyLock(List<Event> events, Bounds bounds) {
        return hold(RULES_OF_ANY_LOCK, events, bounds);
    }

    /** The same, where what was stored is known beside the events: one lock's changes in their order. */
    public static List<Violation> check(List<Event> events, List<StoredLock> stored, Bounds bounds) {
        return hold(RULES, new Past(events, stored, bounds));
    }

    private static List<Violation> hold(List<Rule> rules, List<Event> events, Bounds bounds) {
        List<Violation> damaged = new ArrayList<>();
        List<StoredLock> stored = events.stream()
                .filter(Event.Stored.class::isInstance)
                .map(Event.Stored.class::cast)
                .sorted(Comparator.comparingLong(Event.Stored::at))
                .flatMap(each -> read(each, damaged).stream())
                .toList();
        return Stream.concat(damaged.stream(), hold(rules, new Past(events, stored, bounds)).stream())
                .sorted(Comparator.comparingLong(Violation::at))
                .toList();
    }

    /** A document that is no lock breaks a rule, and the others are still held against the rest. */
    private static Optional<StoredLock> read(Event.Stored stored, List<Violation> damaged) {
        try {
            return Optional.of(StoredLock.of(stored));
        } catch (DamagedLockException e) {
            damaged.add(new Violation(DocumentsAreSound.NAME, stored.at(), String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    private static List<Violation> hold(List<Rule> rules, Past past) {
        return rules.stream()
                .flatMap(rule -> rule.check(past).stream())
                .distinct()
                .sorted(Comparator.comparingLong(Violation::at))
                .toList();
    }
}
