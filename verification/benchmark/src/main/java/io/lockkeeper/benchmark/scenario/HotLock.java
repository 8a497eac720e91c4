package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.worker.Block;
import io.lockkeeper.peers.Peer.Waits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One lock that all threads of some processes want. */
record HotLock(int processes, int threads) implements Scenario {

    private static final Metric GRANTS = new Metric("grants/s", 0);
    private static final Metric FAIRNESS = new Metric("slowest/fastest thread", 2);
    private static final long BLOCKS_LONGER = 3;

    @Override
    public String name() {
        return "hot";
    }

    @Override
    public void run(Bench bench) throws Exception {
        int all = processes * threads;
        Section section = new Section(
                String.format(Locale.ROOT, "hot-%d-in-%d", all, processes),
                String.format(Locale.ROOT, "One lock that %d threads in %d processes want", all, processes),
                String.format(
                        Locale.ROOT,
                        "Each thread takes the one lock and frees it at once, again and again. %s, %d times as long.",
                        bench.settings(),
                        BLOCKS_LONGER),
                GRANTS);
        String order =
                String.format(Locale.ROOT, "pairs %d %d hot:hot-%d", threads, bench.blockMillis() * BLOCKS_LONGER, all);
        List<Orders> turns = bench.crews(peer -> peer.waits() != Waits.NEVER, processes).stream()
                .map(crew -> new Orders(crew, order, HotLock::figures))
                .toList();
        new Rounds(1, bench.settings().rounds() / 2 + 1).run(section, turns);
        bench.report().add(section);
    }

    private static Map<Metric, Double> figures(Effort effort) {
        Block block = effort.block();
        Map<Metric, Double> figures = new LinkedHashMap<>();
        figures.put(GRANTS, block.perSecond());
        figures.put(FAIRNESS, (double) block.least() / block.most());
        figures.putAll(effort.cost());
        return figures;
    }
}
