package io.lockkeeper.simulation;

import java.util.Locale;
import java.util.Optional;

/** Lets each mutant loose, until the rules notice or there have been enough histories. */
final class MutantHunt {

    private MutantHunt() {}

    /** How many got away. */
    static int run(Options options) {
        int free = 0;
        for (Mutant mutant : options.mutants()) {
            Hunt hunt = new Hunt(Simulator.open(mutant.patches()), options.size(), options.seed(), options.bounds());
            Optional<FoundFault> caught = hunt.next();
            free += caught.isPresent() ? 0 : 1;
            System.out.println(line(mutant, hunt, caught));
        }
        return free;
    }

    private static String line(Mutant mutant, Hunt hunt, Optional<FoundFault> caught) {
        String end = caught.map(found -> "caught: " + found.rule()).orElse("GOT AWAY");
        return String.format(
                Locale.ROOT,
                "| %s | %s | %,d histories, %.1f s |",
                mutant.name(),
                end,
                hunt.runs(),
                hunt.took().toMillis() / 1000.0);
    }
}
