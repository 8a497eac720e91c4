package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.worker.Worker;
import io.lockkeeper.peers.Peer;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** How long one process waits for a lock whose lease another keeps and does not use, beside a free lock and beside a hand-off. */
final class Recall implements Scenario {

    private static final int TIMES = 50;

    @Override
    public String name() {
        return "recall";
    }

    @Override
    public void run(Bench bench) throws Exception {
        List<Crew> crews = bench.crews(peer -> peer == Peer.LOCKKEEPER, 2);
        Section taken = new Section(
                name(),
                "From the request to the grant: a lock that is free, and one whose lease another process keeps",
                String.format(
                        Locale.ROOT,
                        "%d locks a round, each kept or freed by one process and then taken once by another.",
                        TIMES),
                Metric.P50);
        bench.rounds().run(taken, turns(crews, Taking::new));
        bench.report().add(taken);
        Section passed = new Section(
                "recall-passed",
                "A lock passes between two processes: handed on at its release, and recalled from where it is kept",
                String.format(Locale.ROOT, """
                    To the grant in the process that waits: from the call of release, or from the event that brings the recall. %d times \
                    a round.\
                    """, TIMES),
                Metric.P50);
        bench.rounds().run(passed, turns(crews, Passing::new));
        bench.report().add(passed);
    }

    /** Of each crew one without and one with what is measured. */
    private static List<Rounds.Turn> turns(List<Crew> crews, BiFunction<Crew, Boolean, Rounds.Turn> turn) {
        return crews.stream()
                .flatMap(crew -> Stream.of(false, true).map(each -> turn.apply(crew, each)))
                .toList();
    }

    private record Taking(Crew crew, boolean kept) implements Rounds.Turn {

        @Override
        public Subject subject() {
            return new Subject(kept ? "kept" : "free", crew.contender().store().label());
        }

        @Override
        public Map<Metric, Double> take() throws IOException {
            double[] millis = new double[TIMES];
            long round = System.nanoTime();
            for (int i = 0; i < TIMES; i++) {
                String name = String.format(Locale.ROOT, "recall-%d-%d", round, i);
                crew.worker(0).ask((kept ? "stay " : "take ") + name);
                Taken taken = Taken.by(crew.worker(1), name);
                millis[i] = (taken.granted() - taken.asked()) / 1e6;
            }
            return figures(millis);
        }
    }

    /** The waiter's stream is open in both: it waits for the lock that is handed on, and keeps one beside that which it recalls. */
    private record Passing(Crew crew, boolean recalled) implements Rounds.Turn {

        @Override
        public Subject subject() {
            return new Subject(
                    recalled ? "recalled" : "handed on",
                    crew.contender().store().label());
        }

        @Override
        public Map<Metric, Double> take() throws Exception {
            double[] millis = new double[TIMES];
            long round = System.nanoTime();
            if (recalled) {
                crew.worker(1).ask("stay beside-" + round);
            }
            for (int i = 0; i < TIMES; i++) {
                millis[i] = recalled
                        ? recalled(String.format(Locale.ROOT, "pass-%d-%d", round, i))
                        : Handoff.handedOn(crew.worker(0), crew.worker(1));
            }
            crew.rest();
            return figures(millis);
        }

        private double recalled(String name) throws IOException {
            crew.worker(0).ask("stay " + name);
            Taken taken = Taken.by(crew.worker(1), name);
            return (taken.granted() - Long.parseLong(crew.worker(0).ask("heard"))) / 1e6;
        }
    }

    /** When a worker asked for a lock, and when it was granted. */
    private record Taken(long asked, long granted) {

        static Taken by(Worker worker, String name) throws IOException {
            String[] times = worker.ask("take " + name).split(" ", -1);
            return new Taken(Long.parseLong(times[0]), Long.parseLong(times[1]));
        }
    }

    private static Map<Metric, Double> figures(double[] millis) {
        Arrays.sort(millis);
        Map<Metric, Double> figures = new LinkedHashMap<>();
        figures.put(Metric.P50, millis[TIMES / 2]);
        figures.put(Metric.P90, millis[TIMES * 9 / 10]);
        return figures;
    }
}
