package io.lockkeeper.simulation;

import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Result;
import io.lockkeeper.simulation.shared.Size;
import java.util.List;
import java.util.Locale;

/** A history that breaks a rule. */
record FoundFault(long seed, Size size, Result result) {

    String rule() {
        return result.broken().getFirst().rule();
    }

    /** How to repeat it; and cut down to the fewest lines, its story and its script. */
    String told(Histories histories) {
        List<String> script = Shrinker.shortest(histories, result.script(), rule());
        Result shortest = histories.replay(script);
        StringBuilder told = new StringBuilder(String.format(
                Locale.ROOT,
                "%nSeed %d broke: %s%nRepeat it with ./lockkeeper simulate %s%n",
                seed,
                rule(),
                options()));
        told.append("%nThe story%n%n".formatted());
        shortest.story().forEach(line -> told.append(line).append('\n'));
        shortest.broken().forEach(each -> told.append("!! %s: %s%n".formatted(each.rule(), each.text())));
        told.append("%nThe script, to be kept%n%n".formatted());
        script.forEach(line -> told.append(line).append('\n'));
        return told.toString();
    }

    private String options() {
        String calls = size.calls() == Integer.MAX_VALUE ? "" : " --calls " + size.calls();
        return String.format(Locale.ROOT, "--seed %d --agents %d%s", seed, size.agents(), calls);
    }
}
