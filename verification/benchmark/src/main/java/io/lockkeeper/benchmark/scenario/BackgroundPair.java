package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.peers.Peer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What a lock costs whose release is not waited for, beside one whose release is. */
record BackgroundPair(int threads) implements Scenario {

    static final Set<Peer> BESIDE = EnumSet.of(Peer.LOCKKEEPER, Peer.BARE);

    private static final Metric PAIRS = new Metric("pairs/s", 0);

    @Override
    public String name() {
        return "background";
    }

    @Override
    public void run(Bench bench) throws Exception {
        run(
                bench,
                bench.crews(BESIDE::contains, 1),
                "turns:8",
                "pair-background-" + threads,
                "Each thread takes and frees eight locks of its own in turn, which nobody else wants");
    }

    /** With locks that are named so. */
    void run(Bench bench, List<Crew> crews, String naming, String name, String method) throws Exception {
        Section section = new Section(
                name,
                String.format(
                        Locale.ROOT,
                        "Acquire, and release without waiting, %d thread%s",
                        threads,
                        threads == 1 ? "" : "s"),
                method + ". " + bench.settings() + ".",
                threads == 1 ? Metric.P50 : PAIRS);
        List<Orders> turns = new ArrayList<>();
        for (Crew crew : crews) {
            turns.add(new Orders(crew, order("pairs", bench, naming), figures()));
            if (crew.contender().peer() == Peer.LOCKKEEPER) {
                String where = crew.contender().subject().where();
                Subject subject = new Subject("Lockkeeper, background release", where);
                turns.add(new Orders(subject, crew, order("leaves", bench, naming), figures()));
            }
        }
        bench.rounds().run(section, turns);
        bench.report().add(section);
    }

    private String order(String what, Bench bench, String naming) {
        return String.format(Locale.ROOT, "%s %d %d %s", what, threads, bench.blockMillis(), naming);
    }

    private Function<Effort, Map<Metric, Double>> figures() {
        return threads == 1 ? Effort::times : effort -> effort.rate(PAIRS);
    }
}
