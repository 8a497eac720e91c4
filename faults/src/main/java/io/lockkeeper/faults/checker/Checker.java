package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import java.util.Comparator;
import java.util.List;

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

    /** What can be asked of any lock, whoever made it and wherever it is kept. */
    private static final List<Rule> RULES_OF_ANY_LOCK = List.of(new ClaimsFit(), new EveryoneGetsOn());

    private Checker() {}

    /** Every promise that was broken, in the order of time. */
    public static List<Violation> check(List<Event> events, Bounds bounds) {
        return check(RULES, events, bounds);
    }

    /** Every promise of any lock that was broken: two hold at once, or whoever is due does not get on. */
    public static List<Violation> checkAnyLock(List<Event> events, Bounds bounds) {
        return check(RULES_OF_ANY_LOCK, events, bounds);
    }

    private static List<Violation> check(List<Rule> rules, List<Event> events, Bounds bounds) {
        Past past = new Past(events, bounds);
        return rules.stream()
                .flatMap(rule -> rule.check(past).stream())
                .distinct()
                .sorted(Comparator.comparingLong(Violation::at))
                .toList();
    }
}
