package io.lockkeeper.simulation.history;

import io.lockkeeper.simulation.shared.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Draws callers who ask for a semaphore and two locks all the time and hold them for moments, of agents that are woken by hints: changes of
 * several agents meet within one another's calls, and nothing goes wrong that would excuse a hint that is not written.
 */
final class Rush {

    /** In one of so many histories. */
    private static final int IN = 12;

    private static final int FEWEST = 3;
    /** So many that an agent sends calls for several locks together: it reads what came of them afterwards. */
    private static final int CALLERS = 12;

    private static final int CALLS = 3;
    private static final List<String> LOCKS = List.of("sem", "sem", "x", "y");
    private static final List<Integer> HOLDS = List.of(0, 0, 1, 2, 3);
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final SplittableRandom random;

    private Rush(long seed) {
        random = new SplittableRandom(seed ^ IN);
    }

    /** An adversary that does nothing, and lets nothing be done; empty if the history is no rush. */
    static Optional<Adversary> adversary(long seed, Size size) {
        boolean rush = size.agents() >= FEWEST && new SplittableRandom(~seed ^ IN).nextInt(IN) == 0;
        return rush ? Optional.of(Adversary.idle(seed)) : Optional.empty();
    }

    static List<String> draw(long seed, Size size) {
        return new Rush(seed).draw(size);
    }

    private List<String> draw(Size size) {
        List<String> lines = new ArrayList<>();
        int agents = random.nextInt(FEWEST, size.agents() + 1);
        for (int agent = 1; agent <= agents; agent++) {
            lines.add(String.format(Locale.ROOT, "begin a%d %d %s", agent, random.nextInt(5), Plans.HINTS));
            for (int i = 0; i < Math.min(size.calls(), CALLERS * CALLS); i++) {
                lines.add(take("a" + agent, "c" + (1 + i % CALLERS)));
            }
        }
        return lines;
    }

    private String take(String agent, String caller) {
        String lock = LOCKS.get(random.nextInt(LOCKS.size()));
        return new Take(
                        agent,
                        caller,
                        lock,
                        1,
                        lock.equals("sem") ? Kind.CAPACITY : 1,
                        WAIT,
                        Duration.ofMillis(HOLDS.get(random.nextInt(HOLDS.size()))),
                        random.nextInt(6) == 0 ? "background" : "plain",
                        Duration.ZERO,
                        Duration.ZERO)
                .line();
    }
}
