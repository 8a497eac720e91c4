package io.lockkeeper.simulation;

import io.lockkeeper.simulation.shared.Bounds;
import io.lockkeeper.simulation.shared.Size;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What was asked of the simulation.
 *
 * @param seed of the first history; the next one has the next
 * @param bounds how many histories are run
 * @param size how large a history may be
 * @param host whether histories of a host agent's leases are run, in place of those of agents
 * @param every whether everything with one rule taken out is hunted
 * @param mutants which agents with one rule taken out are hunted, in place of the agent as it is; none if empty
 */
record Options(long seed, Bounds bounds, Size size, boolean host, boolean every, List<Mutant> mutants) {

    private static final long MOST_HISTORIES = 1_000_000_000;
    private static final int MOST_AGENTS = 20;
    private static final int MOST_CALLS = 1_000;
    private static final int MOST_STEPS = 100_000;

    static Options of(String... arguments) {
        long seed = System.nanoTime() >>> 10;
        Bounds bounds = Bounds.USUAL;
        Size size = Size.of(3);
        boolean host = false;
        boolean every = false;
        List<Mutant> mutants = List.of();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--seed" -> seed = number(arguments, ++i, Long.MIN_VALUE, Long.MAX_VALUE);
                case "--histories" -> bounds = Bounds.of(number(arguments, ++i, 1, MOST_HISTORIES));
                case "--minutes" -> bounds = Bounds.of(Duration.ofMinutes(number(arguments, ++i, 1, 10_000)));
                case "--agents" -> size = size.withAgents((int) number(arguments, ++i, 1, MOST_AGENTS));
                case "--calls" -> size = size.withCalls((int) number(arguments, ++i, 1, MOST_CALLS));
                case "--steps" -> size = size.cutAfter(number(arguments, ++i, 1, MOST_STEPS));
                case "--host" -> host = true;
                case "--mutants" -> every = true;
                case "--only" -> mutants = Mutants.named(value(arguments, ++i).split(",", -1));
                default -> throw new IllegalArgumentException("Unknown option " + arguments[i]);
            }
        }
        return new Options(seed, bounds, size, host, every, every && !host ? Mutants.all() : mutants);
    }

    private static String value(String[] arguments, int place) {
        if (place >= arguments.length) {
            throw new IllegalArgumentException(arguments[place - 1] + " needs a value");
        }
        return arguments[place];
    }

    private static long number(String[] arguments, int place, long least, long most) {
        String text = value(arguments, place);
        try {
            long number = Long.parseLong(text);
            if (number < least || number > most) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "%s %d is out of bounds: %d to %d", arguments[place - 1], number, least, most));
            }
            return number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no whole number", e);
        }
    }
}
