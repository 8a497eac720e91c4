package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.peer.Peer;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What a lock costs whose release is not waited for, beside one whose release is. */
public record BackgroundPair(int threads) implements Scenario {

    private static final Metric PAIRS = new Metric("pairs/s", 0);
    private static final Set<Peer> BESIDE = EnumSet.of(Peer.LOCKKEEPER, Peer.BARE);
    private static final String NAMING = "turns:8";

    @Override
    public String name() {
        return "pair";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                "pair-background-" + threads,
                "Acquire, and release without waiting, %d thread%s".formatted(threads, threads == 1 ? "" : "s"),
                "Each thread takes and frees eight locks of its own in turn, which nobody else wants. "
                        + bench.settings() + ".",
                threads == 1 ? Metric.P50 : PAIRS);
        List<Orders> turns = new ArrayList<>();
        for (Crew crew : bench.crews(BESIDE::contains, 1)) {
            turns.add(new Orders(crew, order("pairs", bench), figures()));
            if (crew.contender().peer() == Peer.LOCKKEEPER) {
                String where = crew.contender().subject().where();
                Subject subject = new Subject("Lockkeeper, background release", where);
                turns.add(new Orders(subject, crew, order("leaves", bench), figures()));
            }
        }
        bench.rounds().run(section, turns);
        bench.report().add(section);
    }

    private String order(String what, Bench bench) {
        return "%s %d %d %s".formatted(what, threads, bench.blockMillis(), NAMING);
    }

    private Function<Effort, Map<Metric, Double>> figures() {
        return threads == 1 ? Effort::times : effort -> effort.rate(PAIRS);
    }
}
