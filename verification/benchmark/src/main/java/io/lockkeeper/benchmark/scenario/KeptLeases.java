package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.store.Commands;
import io.lockkeeper.benchmark.store.MongoStore;
import io.lockkeeper.peers.Peer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What it costs to keep many leases alive, which are held and not used. */
final class KeptLeases implements Scenario {

    private static final Set<Peer> RENEWING = Set.of(Peer.LOCKKEEPER, Peer.SHEDLOCK, Peer.REDISSON);
    private static final Metric REQUESTS = new Metric("requests/s", 1);
    private static final Metric CLIENT = new Metric("client, % of a core", 2);
    private static final Metric SERVER = new Metric("server, % of a core", 2);
    private static final Metric LOST = new Metric("known to be lost", 0);

    @Override
    public String name() {
        return "leases";
    }

    @Override
    public void run(Bench bench) throws Exception {
        for (int count : List.of(1_000, 10_000)) {
            Section section = new Section(
                    "leases-" + count,
                    String.format(Locale.ROOT, "%,d leases kept alive in one process", count),
                    String.format(
                            Locale.ROOT,
                            "Leases of 30 s, held and left alone, watched for %d s. What the server does without any"
                                    + " is taken off.",
                            bench.settings().leases().toSeconds()),
                    SERVER);
            for (Contender contender : bench.contenders(RENEWING::contains)) {
                if (contender.store() != bench.stores().threeNodes()) {
                    section.add(
                            contender.subject(),
                            kept(contender, count, bench.settings().leases()));
                }
            }
            bench.report().add(section);
        }
    }

    private static Map<Metric, Double> kept(Contender contender, int count, Duration time) throws Exception {
        try (Crew crew = Crew.start(contender, 1)) {
            Spent idle = Spent.over(Duration.ofSeconds(5), contender, crew);
            crew.worker(0).ask("keep " + count);
            Spent spent = Spent.over(time, contender, crew);
            long alive = Long.parseLong(crew.worker(0).ask("kept"));
            Map<Metric, Double> figures = new LinkedHashMap<>();
            figures.put(LOST, (double) count - alive);
            if (contender.store() instanceof MongoStore) {
                figures.put(REQUESTS, spent.requests - idle.requests);
            }
            figures.put(CLIENT, spent.client - idle.client);
            figures.put(SERVER, spent.server - idle.server);
            return figures;
        }
    }

    /** Requests a second, and parts of a core in percent. */
    private record Spent(double requests, double client, double server) {

        static Spent over(Duration time, Contender contender, Crew crew) throws InterruptedException {
            Commands before = contender.store().commands();
            Duration client = crew.cpu();
            Duration server = contender.store().cpu();
            Thread.sleep(time);
            return new Spent(
                    contender.store().commands().since(before).all() / (double) time.toSeconds(),
                    percent(crew.cpu().minus(client), time),
                    percent(contender.store().cpu().minus(server), time));
        }

        private static double percent(Duration used, Duration time) {
            return 100.0 * used.toNanos() / time.toNanos();
        }
    }
}
