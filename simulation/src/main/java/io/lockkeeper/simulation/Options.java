package io.lockkeeper.simulation;

import io.lockkeeper.simulation.shared.Size;
import java.time.Duration;

/**
 * What was asked of the simulation.
 *
 * @param seed of the first history; the next one has the next
 * @param duration how long histories are run
 * @param size how large a history may be
 * @param mutants whether agents with one rule taken out are hunted, in place of the agent as it is
 */
record Options(long seed, Duration duration, Size size, boolean mutants) {

    private static final int MOST_AGENTS = 20;
    private static final int MOST_CALLS = 1_000;
    private static final int MOST_STEPS = 100_000;

    static Options of(String... arguments) {
        long seed = System.nanoTime() >>> 10;
        long minutes = 1;
        Size size = Size.of(3);
        boolean mutants = false;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--seed" -> seed = number(arguments, ++i, Long.MIN_VALUE, Long.MAX_VALUE);
                case "--minutes" -> minutes = number(arguments, ++i, 1, 10_000);
                case "--agents" -> size = size.withAgents((int) number(arguments, ++i, 1, MOST_AGENTS));
                case "--calls" -> size = size.withCalls((int) number(arguments, ++i, 1, MOST_CALLS));
                case "--steps" -> size = size.cutAfter(number(arguments, ++i, 1, MOST_STEPS));
                case "--mutants" -> mutants = true;
                default -> throw new IllegalArgumentException("Unknown option " + arguments[i]);
            }
        }
        return new Options(seed, Duration.ofMinutes(minutes), size, mutants);
    }

    private static long number(String[] arguments, int place, long least, long most) {
        if (place >= arguments.length) {
            throw new IllegalArgumentException(arguments[place - 1] + " needs a value");
        }
        try {
            long number = Long.parseLong(arguments[place]);
            if (number < least || number > most) {
                throw new IllegalArgumentException(
                        "%s %d is out of bounds: %d to %d".formatted(arguments[place - 1], number, least, most));
            }
            return number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + arguments[place] + "\" is no whole number", e);
        }
    }
}
