package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.peer.Peer;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long one process waits for a lock whose lease another keeps and does not use, beside a lock that is free. */
public final class Recall implements Scenario {

    private static final int TIMES = 50;

    @Override
    public String name() {
        return "recall";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "From the request to the grant: a lock that is free, and one whose lease another process keeps",
                "%d locks a round, each kept or freed by one process and then taken once by another.".formatted(TIMES),
                Metric.P50);
        List<Taking> turns = bench.crews(peer -> peer == Peer.LOCKKEEPER, 2).stream()
                .flatMap(crew -> List.of(new Taking(crew, false), new Taking(crew, true)).stream())
                .toList();
        bench.rounds().run(section, turns);
        bench.report().add(section);
    }

    private record Taking(Crew crew, boolean kept) implements Rounds.Turn {

        @Override
        public Subject subject() {
            return new Subject(kept ? "kept" : "free", crew.contender().store().label());
        }

        @Override
        public Map<Metric, Double> take() throws IOException {
            long[] nanos = new long[TIMES];
            long round = System.nanoTime();
            for (int i = 0; i < TIMES; i++) {
                String name = "recall-%d-%d".formatted(round, i);
                crew.worker(0).ask((kept ? "stay " : "take ") + name);
                nanos[i] = Long.parseLong(crew.worker(1).ask("take " + name));
            }
            Arrays.sort(nanos);
            Map<Metric, Double> figures = new LinkedHashMap<>();
            figures.put(Metric.P50, nanos[TIMES / 2] / 1e6);
            figures.put(Metric.P90, nanos[TIMES * 9 / 10] / 1e6);
            return figures;
        }
    }
}
