package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import io.lockkeeper.benchmark.worker.Worker;
import io.lockkeeper.peers.Peer.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * From the call of release in one process to the grant in another, which waits. Both read System.nanoTime, which on Linux is
 * the machine's CLOCK_MONOTONIC and so one clock for all its processes.
 */
final class Handoff implements Scenario {

    private static final int SAMPLES = 25;

    @Override
    public String name() {
        return "handoff";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "Handoff between two processes",
                String.format(Locale.ROOT, """
                    From the call of release in one process to the return of acquire in another, which waits. The bare driver's: release, its \
                    event in a change stream, and on it an acquire. %d rounds of %d each, p90 and p99 of all.\
                    """, bench.settings().rounds(), SAMPLES),
                Metric.P50);
        List<Handed> turns = bench.crews(peer -> peer.waits() != Waits.NEVER, 2).stream()
                .map(crew -> new Handed(crew, new ArrayList<>()))
                .toList();
        new Rounds(0, bench.settings().warmUp()).run(section.empty(), turns);
        turns.forEach(turn -> turn.millis.clear());
        new Rounds(0, bench.settings().rounds()).run(section, turns);
        for (Handed turn : turns) {
            section.add(turn.subject(), Map.of(Metric.P90, at(turn.millis, 0.9)));
            section.add(turn.subject(), Map.of(Metric.P99, at(turn.millis, 0.99)));
        }
        bench.report().add(section);
    }

    private record Handed(Crew crew, List<Double> millis) implements Turn {

        @Override
        public Subject subject() {
            return crew.contender().subject();
        }

        @Override
        public Map<Metric, Double> take() throws Exception {
            List<Double> round = new ArrayList<>();
            for (int i = 0; i < SAMPLES; i++) {
                round.add(handedOn(crew.worker(0), crew.worker(1)));
            }
            crew.rest();
            millis.addAll(round);
            return Map.of(Metric.P50, at(round, 0.5));
        }
    }

    /** Milliseconds from the release in one process to the grant in the other. */
    static double handedOn(Worker from, Worker to) throws Exception {
        from.ask("hold handed-on");
        to.tell("await handed-on");
        // By then it waits, and the release falls on no rhythm of the server's
        Thread.sleep(ThreadLocalRandom.current().nextInt(25, 45));
        long released = Long.parseLong(from.ask("release"));
        return (Long.parseLong(to.answer()) - released) / 1e6;
    }

    private static double at(List<Double> millis, double part) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.round(part * (sorted.size() - 1)));
    }
}
