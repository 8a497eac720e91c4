package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.peer.Peer;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import java.util.ArrayList;
import java.util.List;

/** How many locks a second, each thread with a lock of its own. */
public final class Throughput implements Scenario {

    private static final Metric PAIRS = new Metric("pairs/s", 0);
    private static final List<Integer> LIMITS = List.of(100, 500);

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public void run(Bench bench) throws Exception {
        run(bench, 1, 16);
        run(bench, 1, 64);
        run(bench, 4, 16);
    }

    private static void run(Bench bench, int processes, int threads) throws Exception {
        int all = processes * threads;
        Section section = new Section(
                "throughput-%d-in-%d".formatted(all, processes),
                "Pairs a second, %d threads in %d process%s".formatted(all, processes, processes == 1 ? "" : "es"),
                """
                Each thread takes and frees a lock of its own. A bulk is one thread of the bare driver that takes so many locks by one \
                unordered bulk write, and frees them by another: the limit of any combining. %s.""".formatted(bench.settings()),
                PAIRS);
        try (Crews crews = Crews.of(bench.contenders(peer -> peer != Peer.REDISSON_FAIR), processes)) {
            List<Orders> turns = new ArrayList<>();
            for (Crew crew : crews.stream().toList()) {
                turns.add(new Orders(
                        crew, "pairs %d %d own".formatted(threads, bench.blockMillis()), effort -> effort.rate(PAIRS)));
            }
            bench.rounds().run(section, withLimits(bench, crews, turns, threads));
        }
        bench.report().add(section);
    }

    private static List<Orders> withLimits(Bench bench, Crews crews, List<Orders> turns, int threads) {
        List<Orders> all = new ArrayList<>(turns);
        for (Crew crew : crews.stream()
                .filter(each -> each.contender().peer() == Peer.BARE)
                .toList()) {
            List<Integer> sizes = new ArrayList<>(List.of(threads));
            sizes.addAll(LIMITS);
            for (int size : sizes) {
                Subject subject = new Subject(
                        "bare bulk of " + size, crew.contender().subject().where());
                String order = "bulk 1 %d %d".formatted(bench.blockMillis(), size);
                all.add(new Orders(subject, crew, order, effort -> effort.rate(PAIRS)));
            }
        }
        return all;
    }
}
