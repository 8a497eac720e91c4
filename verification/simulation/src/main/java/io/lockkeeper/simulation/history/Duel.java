package io.lockkeeper.simulation.history;

import io.lockkeeper.simulation.shared.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws callers of a few agents that keep one lock, and take it from one another all the time: what an {@link Adversary} aims at. */
final class Duel {

    private static final String LOCK = "x";
    private static final List<Integer> WAITS = List.of(0, 300, 60_000, 60_000);
    private static final List<Integer> HOLDS = List.of(0, 0, 1, 5, 5, 300, 3_000, 12_000);
    /** What passes between two calls for the lock: another lock, of the caller's own, is held for so long. */
    private static final List<Integer> PAUSES = List.of(1, 5, 10, 20, 40, 300);

    private static final List<Integer> KEEPS = List.of(5, 1_000, 60_000, 60_000);

    private final SplittableRandom random;
    /** Draws whether its agents are woken by hints, and where each reads them. Drawn apart, so that all else is as it would be without. */
    private final SplittableRandom wakes;

    private final boolean hints;
    private final boolean hands;

    private Duel(long seed) {
        random = new SplittableRandom(~seed);
        wakes = new SplittableRandom(seed ^ ~3);
        hints = wakes.nextBoolean();
        hands = random.nextInt(3) == 0;
    }

    /** The adversary that aims at its agents; empty if the history has none. */
    static Optional<Adversary> adversary(long seed, Size size) {
        return size.agents() > 1 ? Adversary.of(seed) : Optional.empty();
    }

    static List<String> draw(long seed, Size size) {
        return new Duel(seed).draw(size);
    }

    private List<String> draw(Size size) {
        List<String> lines = new ArrayList<>();
        int agents = random.nextInt(2, size.agents() + 1);
        for (int agent = 1; agent <= agents; agent++) {
            draw("a" + agent, size, lines);
        }
        if (random.nextInt(3) == 0) {
            lines.add(String.format(Locale.ROOT, "streams %d %d", random.nextInt(1, 500), random.nextInt(1, 2_000)));
        }
        return lines;
    }

    private void draw(String agent, Size size, List<String> lines) {
        String place = hints ? " " + Plans.anyPlace(wakes) : "";
        lines.add(String.format(Locale.ROOT, "begin %s %d%s", agent, random.nextInt(10), place));
        int calls = 0;
        for (int caller = random.nextInt(3) == 0 ? 3 : 1; caller > 0; caller--) {
            for (int i = random.nextInt(2, 8); i > 0 && calls < size.calls(); i--) {
                lines.add(random.nextInt(3) == 0 ? pause(agent, "c" + caller) : take(agent, "c" + caller));
                calls++;
            }
        }
    }

    private String pause(String agent, String caller) {
        return new Take(
                        agent,
                        caller,
                        agent + "-" + caller,
                        Kind.EXCLUSIVE.weight(),
                        Kind.EXCLUSIVE.capacity(),
                        Duration.ZERO,
                        millis(PAUSES),
                        "plain",
                        Duration.ZERO,
                        Duration.ZERO)
                .line();
    }

    private String take(String agent, String caller) {
        Kind kind = random.nextInt(5) == 0 ? Kind.another(random) : Kind.EXCLUSIVE;
        boolean keeps = kind.equals(Kind.EXCLUSIVE) && random.nextInt(6) > 0;
        return new Take(
                        agent,
                        caller,
                        LOCK,
                        kind.weight(),
                        kind.capacity(),
                        millis(WAITS),
                        millis(HOLDS),
                        random.nextInt(6) == 0 ? "background" : "plain",
                        keeps ? millis(KEEPS) : Duration.ZERO,
                        keeps && hands ? Plans.LONGEST_COHORT : Duration.ZERO)
                .line();
    }

    private Duration millis(List<Integer> some) {
        return Duration.ofMillis(some.get(random.nextInt(some.size())));
    }
}
