package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.peer.Peer;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import java.util.ArrayList;
import java.util.List;

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
        List<Orders> turns = new ArrayList<>();
        for (Crew crew : bench.crews(peer -> peer != Peer.REDISSON_FAIR, 2)) {
            crew.worker(0).ask("hold held");
            turns.add(new Orders(crew.others(), order, Effort::times));
        }
        bench.rounds().run(section, turns);
        for (Crew crew : bench.crews(peer -> peer != Peer.REDISSON_FAIR, 2)) {
            crew.worker(0).ask("release");
        }
        bench.report().add(section);
    }
}
