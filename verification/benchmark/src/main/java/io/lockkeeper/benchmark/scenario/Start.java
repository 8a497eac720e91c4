package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import io.lockkeeper.peers.Peer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What it costs to have a client at all. */
final class Start implements Scenario {

    private static final Metric OPEN = new Metric("client opened, ms", 1);
    private static final Metric FIRST = new Metric("first pair, ms", 1);
    private static final Metric HEAP = new Metric("heap of an idle client, KB", 0);
    private static final int IDLE = 10;

    @Override
    public String name() {
        return "start";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "A client is opened, and takes its first lock",
                String.format(Locale.ROOT, """
                    On a JVM that has done so before. Connections are opened as well; for Lockkeeper, ShedLock and the bare driver the MongoClient, which \
                    a service has anyhow, is counted: what the bare driver's row says. %d times; heap of %d clients, once.\
                    """, bench.settings().rounds(), IDLE),
                OPEN);
        List<Crew> crews = bench.crews(peer -> peer != Peer.REDISSON_FAIR, 1);
        bench.rounds().run(section, crews.stream().map(Opened::new).toList());
        for (Crew crew : crews) {
            double bytes = Double.parseDouble(crew.worker(0).ask("heap " + IDLE));
            section.add(crew.contender().subject(), Map.of(HEAP, bytes / 1024));
        }
        bench.report().add(section);
    }

    private record Opened(Crew crew) implements Turn {

        @Override
        public Subject subject() {
            return crew.contender().subject();
        }

        @Override
        public Map<Metric, Double> take() throws Exception {
            String[] nanos = crew.worker(0).ask("open").split(" ", 2);
            Map<Metric, Double> figures = new LinkedHashMap<>();
            figures.put(OPEN, Long.parseLong(nanos[0]) / 1e6);
            figures.put(FIRST, Long.parseLong(nanos[1]) / 1e6);
            return figures;
        }
    }
}
