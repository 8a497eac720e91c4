package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.peer.Peer;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;

/** What it costs to be told no. */
public final class Refused implements Scenario {

    @Override
    public String name() {
        return "refused";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "A try that is refused",
                "One thread tries a lock that another process holds. The bare driver's is an update that matches nothing. "
                        + bench.settings() + ".",
                Metric.P50);
        String order = "refused 1 %d held".formatted(bench.blockMillis() / 2);
        try (Crews holders = Crews.of(bench.contenders(Refused::wanted), 1);
                Crews crews = Crews.of(bench.contenders(Refused::wanted), 1)) {
            for (Crew holder : holders.stream().toList()) {
                holder.worker(0).ask("hold held");
            }
            bench.rounds()
                    .run(
                            section,
                            crews.stream()
                                    .map(crew -> new Orders(crew, order, Effort::times))
                                    .toList());
        }
        bench.report().add(section);
    }

    private static boolean wanted(Peer peer) {
        return peer != Peer.REDISSON_FAIR;
    }
}
