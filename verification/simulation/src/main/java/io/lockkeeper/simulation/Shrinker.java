package io.lockkeeper.simulation;

import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Result;
import java.util.ArrayList;
import java.util.List;

/** Cuts a history that breaks a rule down to the fewest lines that break it. */
final class Shrinker {

    private static final int MOST_RUNS = 3_000;

    private final Histories histories;
    private final String rule;
    private int runs;

    private Shrinker(Histories histories, String rule) {
        this.histories = histories;
        this.rule = rule;
    }

    /** The shortest script found; the one given, where it does not break the rule again. */
    static List<String> shortest(Histories histories, List<String> script, String rule) {
        Shrinker shrinker = new Shrinker(histories, rule);
        return shrinker.breaks(script) ? shrinker.shrink(script) : script;
    }

    private List<String> shrink(List<String> script) {
        List<String> least = script;
        for (int size = Math.max(1, script.size() / 2); size >= 1; size = size == 1 ? 0 : size / 2) {
            int before;
            do {
                before = least.size();
                least = without(least, size);
            } while (size == 1 && least.size() < before);
        }
        return least;
    }

    /** Takes out so many lines at a time, from the end, where the rest still breaks the rule. */
    private List<String> without(List<String> script, int size) {
        List<String> least = script;
        for (int from = script.size() - size; from >= 0 && runs < MOST_RUNS; from -= size) {
            List<String> rest = new ArrayList<>(least);
            rest.subList(from, Math.min(from + size, rest.size())).clear();
            if (breaks(rest)) {
                least = rest;
            }
        }
        return least;
    }

    private boolean breaks(List<String> script) {
        runs++;
        try {
            Result result = histories.replay(script);
            return result.breaks(rule);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
