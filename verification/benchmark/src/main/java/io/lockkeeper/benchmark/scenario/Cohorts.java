package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.peers.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One lock that several processes want, whose lease their agents keep and hand on among their threads, or neither. */
record Cohorts(int processes) implements Scenario {

    private static final int THREADS = 8;
    private static final long BLOCKS_LONGER = 3;
    private static final Duration WORK = Duration.ofMillis(2);
    private static final Metric TURNS = new Metric("turns/s", 0);
    private static final Metric SHARES = new Metric("least/most of a process", 2);
    private static final Metric LONGEST = new Metric("longest wait, ms", 1);

    @Override
    public String name() {
        return "cohort";
    }

    @Override
    public void run(Bench bench) throws Exception {
        List<Crew> crews = bench.crews(peer -> peer == Peer.LOCKKEEPER, processes);
        List<Race> races = new ArrayList<>();
        List<Race> working = new ArrayList<>();
        for (Crew crew : crews) {
            for (String how : List.of("plain", "keep", "20")) {
                races.add(new Race(crew, processes, THREADS, how, Duration.ZERO, bench.blockMillis() * BLOCKS_LONGER));
            }
            for (String how : List.of("plain", "20")) {
                working.add(new Race(crew, processes, THREADS, how, WORK, bench.blockMillis() * BLOCKS_LONGER));
            }
            working.add(new Race(crew, 1, THREADS * processes, "20", WORK, bench.blockMillis() * BLOCKS_LONGER));
        }
        run(bench, "at once", "cohort-" + processes, races);
        run(bench, "after 2 ms of work", "cohort-work-" + processes, working);
    }

    private void run(Bench bench, String when, String name, List<Race> races) throws Exception {
        Section section = new Section(
                name,
                String.format(
                        Locale.ROOT,
                        "One lock that %d threads in %d processes want, and free %s",
                        THREADS * processes,
                        processes,
                        when),
                String.format(
                        Locale.ROOT,
                        "Leases are kept for 30 s where they are, and handed on for as long as the cohort says. %s, %d"
                                + " times as long.",
                        bench.settings(),
                        BLOCKS_LONGER),
                TURNS);
        new Rounds(1, bench.settings().rounds() / 2 + 1).run(section, races);
        bench.report().add(section);
    }

    /** Some processes, or a single one with as many threads as all. */
    private record Race(Crew crew, int processes, int threads, String how, Duration work, long millis)
            implements Rounds.Turn {

        @Override
        public Subject subject() {
            String label = switch (how) {
                case "plain" -> "not kept";
                case "keep" -> "kept";
                default -> "cohort of %s ms".formatted(how);
            };
            String alone = processes == 1 ? ", one process alone" : "";
            return new Subject(label + alone, crew.contender().store().label());
        }

        @Override
        public Map<Metric, Double> take() throws IOException {
            for (int i = 0; i < processes; i++) {
                crew.worker(i)
                        .tell(String.format(
                                Locale.ROOT,
                                "turns %d %d hot-kept-%s %s %d",
                                threads,
                                millis,
                                how,
                                how,
                                work.toMillis()));
            }
            long all = 0;
            long least = Long.MAX_VALUE;
            long most = 0;
            long longest = 0;
            for (int i = 0; i < processes; i++) {
                String[] answer = crew.worker(i).answer().split(" ", 2);
                long turns = Long.parseLong(answer[0]);
                all += turns;
                least = Math.min(least, turns);
                most = Math.max(most, turns);
                longest = Math.max(longest, Long.parseLong(answer[1]));
            }
            Map<Metric, Double> figures = new LinkedHashMap<>();
            figures.put(TURNS, all * 1_000.0 / millis);
            figures.put(SHARES, (double) least / most);
            figures.put(LONGEST, longest / 1e6);
            return figures;
        }
    }
}
