package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import io.lockkeeper.peers.Peer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a refusal costs. */
final class Refused implements Scenario {

    @Override
    public String name() {
        return "refused";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "A try that is refused",
                "One thread tries a lock that another process holds. The bare driver's is an update that matches"
                        + " nothing. "
                        + bench.settings() + ".",
                Metric.P50);
        String order = String.format(Locale.ROOT, "refused 1 %d held", bench.blockMillis() / 2);
        List<Tried> turns = bench.crews(peer -> peer != Peer.REDISSON_FAIR, 2).stream()
                .map(crew -> new Tried(crew, order))
                .toList();
        bench.rounds().run(section, turns);
        bench.report().add(section);
    }

    /** The first process holds the lock for as long as the others try it: there are peers whose locks end by themselves. */
    private record Tried(Crew crew, String order) implements Turn {

        @Override
        public Subject subject() {
            return crew.contender().subject();
        }

        @Override
        public Map<Metric, Double> take() throws Exception {
            crew.worker(0).ask("hold held");
            Effort effort = crew.others().run(order);
            crew.worker(0).ask("release");
            crew.rest();
            return effort.times();
        }
    }
}
