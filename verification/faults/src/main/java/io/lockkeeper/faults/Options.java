package io.lockkeeper.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The options of the suite.
 *
 * @param duration how long things break
 * @param only the names of faults, scenarios or mutants, {@link #MIXED} for all faults without those, or everything if empty
 * @param seed what all that is random comes from
 * @param page where the report goes
 * @param defaultElections whether the replica set has MongoDB's default settings, and not the recommended ones
 * @param lasting how long each fault lasts; random if empty
 * @param peers whether other locks are put to the test beside Lockkeeper, and nothing else is
 * @param languages whether clients in Node and Python work through a host agent beside those in Java
 * @param list whether to print what there is, and do nothing else
 */
record Options(
        Duration duration,
        List<String> only,
        long seed,
        Path page,
        boolean defaultElections,
        Optional<Duration> lasting,
        boolean peers,
        boolean languages,
        boolean list) {

    static final String MIXED = "mixed";
    private static final Duration DEFAULT = Duration.ofMinutes(5);

    static Options of(String... arguments) {
        Duration duration = DEFAULT;
        List<String> only = List.of();
        Optional<Duration> lasting = Optional.empty();
        long seed = System.nanoTime();
        Path page = Path.of("verification", "faults", "target", "faults.html");
        boolean defaultElections = false;
        boolean peers = false;
        boolean languages = false;
        boolean list = false;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--minutes" -> duration = minutes(value(arguments, ++i));
                case "--only" -> only = List.of(value(arguments, ++i).split(",", -1));
                case "--seed" -> seed = number(value(arguments, ++i));
                case "--page" -> page = Path.of(value(arguments, ++i));
                case "--lasting" -> lasting = Optional.of(Duration.ofSeconds(number(value(arguments, ++i))));
                case "--default-elections" -> defaultElections = true;
                case "--peers" -> peers = true;
                case "--languages" -> languages = true;
                case "--list" -> list = true;
                default -> throw new IllegalArgumentException("Unknown option " + arguments[i]);
            }
        }
        return new Options(duration, only, seed, page, defaultElections, lasting, peers, languages, list);
    }

    /** The same for so long. */
    Options lasting(Duration other) {
        return new Options(other, only, seed, page, defaultElections, lasting, peers, languages, list);
    }

    boolean isAsked(String name) {
        return only.isEmpty() || only.contains(name);
    }

    private static Duration minutes(String text) {
        long minutes = number(text);
        if (minutes < 0) {
            throw new IllegalArgumentException("--minutes " + text + " is negative");
        }
        return Duration.ofMinutes(minutes);
    }

    private static String value(String[] arguments, int place) {
        if (place >= arguments.length) {
            throw new IllegalArgumentException(arguments[place - 1] + " needs a value");
        }
        return arguments[place];
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no whole number", e);
        }
    }
}
