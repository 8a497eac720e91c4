package io.lockkeeper.benchmark;

import io.lockkeeper.benchmark.scenario.Settings;
import io.lockkeeper.peers.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for, {@code all} or scenarios, and how.
 *
 * @param awake whether the processors are kept from falling asleep
 * @param into where the page, the plots and the rounds are written; nowhere if null
 * @param against where those of an earlier run are, than which nothing may be worse; none if null
 */
record Wish(
        List<String> scenarios,
        Settings settings,
        boolean awake,
        @Nullable Path into,
        @Nullable Path against) {

    private static final List<String> SHORT = List.of("pair", "refused", "handoff");

    static Wish parse(String[] arguments, Collection<String> known) {
        Deque<String> words = new ArrayDeque<>(List.of(arguments));
        boolean all = words.remove("all");
        Wish wish = new Wish(List.of(), all ? Settings.FULL : Settings.SHORT, false, null, null);
        while (!words.isEmpty()) {
            wish = wish.with(words.pop(), words);
        }
        if (!wish.scenarios.stream().allMatch(word -> known.stream().anyMatch(name -> names(word, name)))) {
            throw new IllegalArgumentException("Scenarios are " + known + ", not " + wish.scenarios);
        }
        List<String> unnamed = all ? List.copyOf(known) : SHORT;
        return wish.scenarios.isEmpty() ? wish.naming(unnamed) : wish;
    }

    private Wish with(String word, Deque<String> more) {
        return switch (word) {
            case "--warm-up" -> measuring(settings.withWarmUp(Integer.parseInt(more.pop())));
            case "--rounds" -> measuring(settings.withRounds(Integer.parseInt(more.pop())));
            case "--block" -> measuring(settings.withBlock(Duration.ofMillis(Long.parseLong(more.pop()))));
            case "--leases" -> measuring(settings.withLeases(Duration.ofSeconds(Long.parseLong(more.pop()))));
            case "--peers" -> measuring(settings.withPeers(peers(more.pop())));
            case "--awake" -> new Wish(scenarios, settings, true, into, against);
            case "--into" -> new Wish(scenarios, settings, awake, Path.of(more.pop()), against);
            case "--against" -> new Wish(scenarios, settings, awake, into, Path.of(more.pop()));
            default -> {
                List<String> named = new ArrayList<>(scenarios);
                named.add(word);
                yield naming(named);
            }
        };
    }

    private static Set<Peer> peers(String names) {
        return Pattern.compile(",")
                .splitAsStream(names)
                .map(name -> Peer.valueOf(name.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toSet());
    }

    /** Whether the scenario is asked for, by its name or the part of it that several share. */
    boolean asksFor(String scenario) {
        return scenarios.stream().anyMatch(word -> names(word, scenario));
    }

    private static boolean names(String word, String scenario) {
        return scenario.equals(word) || scenario.startsWith(word + "-");
    }

    private Wish measuring(Settings changed) {
        return new Wish(scenarios, changed, awake, into, against);
    }

    private Wish naming(List<String> named) {
        return new Wish(named, settings, awake, into, against);
    }
}
