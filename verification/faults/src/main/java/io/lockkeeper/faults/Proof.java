package io.lockkeeper.faults;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.mutant.Mutant;
import io.lockkeeper.faults.mutant.Mutants;
import io.lockkeeper.faults.scenario.Scenario;
import io.lockkeeper.faults.scenario.Scenarios;
import io.lockkeeper.faults.scenario.Theatre;
import io.lockkeeper.faults.scenario.Theatre.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays every scenario with the product, which must be clean, and with each mutant, which must be caught. Several theatres play
 * side by side, for most of a play is waiting.
 */
final class Proof {

    private static final Logger log = LoggerFactory.getLogger(Proof.class);
    private static final int THEATRES = 3;

    private final Queue<Play> plays = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    /** One evening in a theatre: what failed, in words, or nothing. */
    @FunctionalInterface
    private interface Play {
        String in(Theatre theatre) throws IOException, InterruptedException;
    }

    /** Of those scenarios and mutants whose names are asked for. */
    Proof(Predicate<String> asked) {
        for (Mutant mutant : Mutants.all()) {
            if (asked.test(mutant.name())) {
                plays.add(theatre -> hunt(theatre, mutant));
            }
        }
        for (Scenario scenario : Scenarios.all()) {
            if (asked.test(scenario.name())) {
                plays.add(theatre -> play(theatre, scenario));
            }
        }
    }

    boolean isEmpty() {
        return plays.isEmpty();
    }

    /** What went wrong, in words; nothing if the product kept its promises and no mutant got away. */
    List<String> run(Network network) throws InterruptedException {
        int theatres = Math.min(THEATRES, plays.size());
        try (ExecutorService lanes = Executors.newFixedThreadPool(Math.max(1, theatres))) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < theatres; i++) {
                running.add(lanes.submit(() -> playAll(network)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("The plays came to an early end", e);
        }
        return List.copyOf(failures);
    }

    private boolean playAll(Network network) throws IOException, InterruptedException {
        try (Theatre theatre = Theatre.open(network)) {
            for (Play play = plays.poll(); play != null; play = plays.poll()) {
                String failure = play.in(theatre);
                if (!failure.isEmpty()) {
                    failures.add(failure);
                }
            }
            return true;
        }
    }

    private static String play(Theatre theatre, Scenario scenario) throws IOException, InterruptedException {
        Verdict verdict = theatre.play(scenario, List.of());
        log.info("{}: {}", scenario.name(), verdict.isClean() ? "kept" : verdict);
        return verdict.isClean() ? "" : "Scenario %s: %s".formatted(scenario.name(), verdict);
    }

    private static String hunt(Theatre theatre, Mutant mutant) throws IOException, InterruptedException {
        Verdict verdict = theatre.play(mutant.scenario(), mutant.patches());
        if (verdict.violations().isEmpty()) {
            log.error("mutant {}: GOT AWAY {}", mutant.name(), verdict.hitch());
            return "Mutant %s got away in %s. %s"
                    .formatted(mutant.name(), mutant.scenario().name(), verdict.hitch());
        }
        log.info(
                "mutant {}: caught, {}",
                mutant.name(),
                verdict.violations().getFirst().text());
        return "";
    }
}
