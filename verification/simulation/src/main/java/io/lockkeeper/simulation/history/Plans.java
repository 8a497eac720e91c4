package io.lockkeeper.simulation.history;

import io.lockkeeper.model.HintPlace;
import io.lockkeeper.simulation.shared.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws what callers ask for, what operators do, and what goes wrong. {@link World} reads the lines. */
final class Plans {

    /** Said of an agent that is woken by hints in {@code local}; of one that reads them beside the locks, with that. */
    static final String HINTS = "hints";

    private static final String BESIDE = HINTS + ":database";

    /** Said of an agent that is granted neither hints nor a stream. */
    private static final String DEAF = "deaf";

    /** In one of so many histories about half of the agents are. */
    private static final int DEAF_IN = 8;

    /** In two of so many histories agents are woken by hints, and in one of as many of those one of them is not, or elsewhere. */
    private static final int HINTING_IN = 3;

    /** In one of so many histories with kept leases, callers ask for another kind of the same lock. */
    private static final int MIXED_IN = 3;

    static final Duration LONGEST_COHORT = Duration.ofMillis(200);

    private final SplittableRandom random;
    private final int agents;
    private final Size size;
    /** Whether agents keep leases, and callers come back for them. */
    private final boolean keeps;

    /** Whether they hand them on among their callers. */
    private final boolean hands;

    /**
     * Draws who asks for another kind of a lock that others keep; nothing if no caller does. Drawn apart, so that all else is as it would be
     * without.
     */
    private final Optional<SplittableRandom> kinds;

    /** Draws which agents are woken by hints. Drawn apart, as above. */
    private final SplittableRandom wakes;

    private final boolean hints;

    /** Draws which agents are granted nothing that wakes them; nothing if all are. Drawn apart, as above. */
    private final Optional<SplittableRandom> deaf;

    private final List<String> lines = new ArrayList<>();

    private Plans(long seed, Size size) {
        this.size = size;
        random = new SplittableRandom(seed);
        agents = random.nextInt(1, size.agents() + 1);
        keeps = random.nextInt(5) < 3;
        hands = random.nextBoolean();
        SplittableRandom apart = new SplittableRandom(seed + MIXED_IN);
        wakes = new SplittableRandom(seed ^ HINTING_IN);
        hints = wakes.nextInt(HINTING_IN) > 0;
        SplittableRandom refusals = new SplittableRandom(seed + DEAF_IN);
        deaf = refusals.nextInt(DEAF_IN) == 0 ? Optional.of(refusals) : Optional.empty();
        kinds = keeps && apart.nextInt(MIXED_IN) == 0 ? Optional.of(apart) : Optional.empty();
    }

    static List<String> draw(long seed, Size size) {
        if (Rush.adversary(seed, size).isPresent()) {
            return Rush.draw(seed, size);
        }
        if (Duel.adversary(seed, size).isPresent()) {
            return Duel.draw(seed, size);
        }
        Plans plans = new Plans(seed, size);
        plans.draw();
        return plans.lines;
    }

    private void draw() {
        List<String> locks = List.of("x", "y", "rw", "sem").subList(0, random.nextInt(1, 5));
        for (int agent = 1; agent <= agents; agent++) {
            draw("a" + agent, 0, locks);
        }
        for (int i = random.nextInt(keeps ? 6 : 4); i > 0; i--) {
            accident(locks);
        }
        if (hints && wakes.nextInt(HINTING_IN) == 0) {
            lines.add(String.format(Locale.ROOT, "lose %d %d", wakes.nextInt(1, 8_000), wakes.nextInt(1_000, 8_000)));
        }
    }

    /** Where the agent that begins with these words is woken by hints, if it is. */
    static Optional<HintPlace> hints(String... words) {
        List<String> all = List.of(words);
        return all.contains(BESIDE)
                ? Optional.of(HintPlace.DATABASE)
                : Optional.of(HintPlace.LOCAL).filter(place -> all.contains(HINTS));
    }

    static boolean isDeaf(String... words) {
        return List.of(words).contains(DEAF);
    }

    static String anyPlace(SplittableRandom random) {
        return random.nextInt(HINTING_IN) == 0 ? BESIDE : HINTS;
    }

    private void draw(String agent, int begin, List<String> locks) {
        boolean hinting = hints && wakes.nextInt(HINTING_IN * HINTING_IN) > 0;
        String place = anyPlace(wakes);
        boolean hearsNothing = deaf.filter(SplittableRandom::nextBoolean).isPresent();
        String woken = hearsNothing ? " " + DEAF : hinting ? " " + place : "";
        lines.add(String.format(Locale.ROOT, "begin %s %d%s", agent, begin, woken));
        int callers = random.nextInt(1, agents == 1 ? 7 : 4);
        int calls = 0;
        for (int caller = 1; caller <= callers; caller++) {
            for (int i = random.nextInt(1, keeps ? 7 : 4); i > 0 && calls < size.calls(); i--) {
                lines.add(take(agent, "c" + caller, anyOf(locks)));
                calls++;
            }
        }
    }

    private String take(String agent, String caller, String lock) {
        int capacity = lock.equals("rw") ? Kind.READ_WRITE : lock.equals("sem") ? Kind.CAPACITY : 1;
        int weight = capacity == Kind.READ_WRITE && random.nextInt(3) == 0
                ? Kind.READ_WRITE
                : random.nextInt(1, capacity == Kind.CAPACITY ? Kind.CAPACITY + 1 : 2);
        int wait = anyOf(List.of(0, 0, 20, 300, 4_000, 60_000, 60_000));
        int hold = anyOf(List.of(0, 0, 1, 5, 40, 300, 3_000, 12_000));
        String manner = manner();
        boolean keepable = keeps && capacity == 1 && !manner.startsWith("shortest:") && random.nextInt(8) > 0;
        int keep = keepable ? anyOf(List.of(5, 100, 1_000, 10_000, 60_000)) : 0;
        long cohort = keep > 0 && hands && random.nextInt(8) > 0 ? anyOf(List.of(5L, LONGEST_COHORT.toMillis())) : 0;
        Kind kind = kind(new Kind(weight, capacity));
        boolean keepsNothing = kind.capacity() != capacity;
        return new Take(
                        agent,
                        caller,
                        lock,
                        kind.weight(),
                        kind.capacity(),
                        Duration.ofMillis(wait),
                        Duration.ofMillis(hold),
                        manner,
                        Duration.ofMillis(keepsNothing ? 0 : keep),
                        Duration.ofMillis(keepsNothing ? 0 : cohort))
                .line();
    }

    /** Of an exclusive lock, now and then as if it were one that many hold. */
    private Kind kind(Kind drawn) {
        return kinds.filter(apart -> drawn.equals(Kind.EXCLUSIVE) && apart.nextInt(3) == 0)
                .map(Kind::another)
                .orElse(drawn);
    }

    private String manner() {
        int die = random.nextInt(20);
        return switch (die) {
            case 0, 1 -> "interrupt:" + random.nextInt(1, 2_000);
            case 2, 3 -> "cancel:" + random.nextInt(1, 2_000);
            case 4 -> "longest:" + random.nextInt(100, 3_000);
            case 5 -> "shortest:" + random.nextInt(100, 3_000);
            case 6 -> "renew";
            case 7, 8 -> "background";
            default -> "plain";
        };
    }

    private void accident(List<String> locks) {
        String agent = "a" + random.nextInt(1, agents + 1);
        int at = anyOf(List.of(random.nextInt(1, 20), random.nextInt(1, 500), random.nextInt(1, 8_000)));
        int time = anyOf(List.of(200, 2_000, 7_000));
        switch (random.nextInt(14)) {
            case 0 -> lines.add(String.format(Locale.ROOT, "pause %s %d %d", agent, at, time));
            case 1 -> {
                lines.add(String.format(Locale.ROOT, "kill %s %d", agent, at));
                draw(agent + "-" + lines.size(), at + 100, locks);
            }
            case 2, 3, 4 -> lines.add(String.format(Locale.ROOT, "close %s %d %d", agent, at, -1));
            case 5 -> lines.add(String.format(Locale.ROOT, "close %s %d %d", agent, at, random.nextInt(3_000)));
            case 6 -> lines.add(String.format(Locale.ROOT, "cut %s %d %d", agent, at, time));
            case 7 -> lines.add(String.format(Locale.ROOT, "behind %s %d %d", agent, at, time));
            case 8 ->
                lines.add(String.format(
                        Locale.ROOT,
                        "elect %d %d",
                        at,
                        random.nextInt(-size.clocksApartMillis(), size.clocksApartMillis())));
            case 9 -> lines.add(String.format(Locale.ROOT, "evict %s %d %d", anyOf(locks), at, random.nextInt(3_000)));
            case 10 -> lines.add(String.format(Locale.ROOT, "evict %s %d -1", anyOf(locks), at));
            case 11 ->
                lines.add(String.format(Locale.ROOT, "suspend %s %d %d", anyOf(locks), at, random.nextInt(1, 3_000)));
            case 12 -> lines.add(String.format(Locale.ROOT, "take-out %s %d", anyOf(locks), at));
            default ->
                lines.add(
                        random.nextBoolean()
                                ? String.format(Locale.ROOT, "streams %d %d", at, time)
                                : String.format(Locale.ROOT, "purge %s %d", anyOf(locks), at + 8_000));
        }
    }

    private <T> T anyOf(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }
}
