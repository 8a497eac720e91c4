package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.peers.Peer;
import java.util.List;
import java.util.Locale;

/** What an uncontended lock costs. */
final class Pair implements Scenario {

    @Override
    public String name() {
        return "pair";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "Acquire and release, one thread",
                "One thread takes and frees a lock that nobody else wants. " + bench.settings() + ".",
                Metric.P50);
        String order = String.format(Locale.ROOT, "pairs 1 %d own", bench.blockMillis());
        List<Orders> turns = bench.crews(peer -> peer != Peer.REDISSON_FAIR, 1).stream()
                .map(crew -> new Orders(crew, order, Effort::times))
                .toList();
        bench.rounds().run(section, turns);
        bench.report().add(section);
    }
}
