package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.peers.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How many locks a second, each thread with a lock of its own. */
record Throughput(int processes, int threads) implements Scenario {

    private static final Metric PAIRS = new Metric("pairs/s", 0);

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public void run(Bench bench) throws Exception {
        int all = processes * threads;
        Section section = new Section(
                String.format(Locale.ROOT, "throughput-%d-in-%d", all, processes),
                String.format(
                        Locale.ROOT,
                        "Pairs a second, %d threads in %d process%s",
                        all,
                        processes,
                        processes == 1 ? "" : "es"),
                """
                Each thread takes and frees a lock of its own. A bulk is one thread of the bare driver that takes so many locks by one \
                unordered bulk write, and frees them by another: the limit of any combining. Commands are counted by the primary. %s.\
                """.formatted(bench.settings()),
                PAIRS);
        List<Crew> crews = bench.crews(peer -> peer != Peer.REDISSON_FAIR, processes);
        String order = String.format(Locale.ROOT, "pairs %d %d own", threads, bench.blockMillis());
        List<Orders> turns = new ArrayList<>(crews.stream()
                .map(crew -> new Orders(crew, order, effort -> effort.batches(PAIRS)))
                .toList());
        turns.addAll(limits(bench, crews));
        bench.rounds().run(section, turns);
        bench.report().add(section);
    }

    private List<Orders> limits(Bench bench, List<Crew> crews) {
        List<Orders> limits = new ArrayList<>();
        List<Crew> bare = crews.stream()
                .filter(crew -> crew.contender().peer() == Peer.BARE)
                .toList();
        for (Crew crew : bare) {
            for (int size : List.of(threads, 100, 500)) {
                Subject subject = new Subject(
                        "bare bulk of " + size, crew.contender().subject().where());
                String order = String.format(Locale.ROOT, "bulk 1 %d %d", bench.blockMillis(), size);
                limits.add(new Orders(subject, crew, order, effort -> effort.batches(PAIRS)));
            }
        }
        return limits;
    }
}
