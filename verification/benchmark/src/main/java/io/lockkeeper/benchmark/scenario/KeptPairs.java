package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.worker.KeptWork;
import io.lockkeeper.benchmark.worker.Worker;
import io.lockkeeper.peers.Peer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What a pair costs whose lease stays with its agent: it asks no server. */
final class KeptPairs implements Scenario {

    private static final int MOST_THREADS = 16;
    private static final int WARM_UP_MILLIS = 5_000;
    private static final Metric PAIRS = new Metric("pairs/s", 0);
    private static final Metric NANOS = new Metric("p50 of a pair, ns", 0);
    private static final Metric BYTES = new Metric("bytes a pair", 0);

    @Override
    public String name() {
        return "kept";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "Acquire and release of a lease that stays with its agent",
                ("Each thread has a lock of its own. Pairs are timed by the thousand, in a process that both compilers"
                                + " work for. The tokens of a lease are used up after 65,536 pairs; then the server is asked for"
                                + " the next. Bytes are those that the thread allocates. %s.")
                        .formatted(bench.settings()),
                PAIRS);
        String address = bench.stores().oneNode().address();
        try (Worker worker = Worker.startWithBothCompilers(Peer.LOCKKEEPER, address)) {
            var unused = KeptWork.by(worker, MOST_THREADS, WARM_UP_MILLIS);
            List<Used> turns = Stream.of(1, MOST_THREADS)
                    .map(threads -> new Used(worker, threads, bench.blockMillis()))
                    .toList();
            bench.rounds().run(section, turns);
        }
        bench.report().add(section);
    }

    private record Used(Worker worker, int threads, long millis) implements Rounds.Turn {

        @Override
        public Subject subject() {
            return new Subject(
                    Peer.LOCKKEEPER.label(),
                    String.format(Locale.ROOT, "%d thread%s", threads, threads == 1 ? "" : "s"));
        }

        @Override
        public Map<Metric, Double> take() throws IOException {
            KeptWork done = KeptWork.by(worker, threads, millis);
            Map<Metric, Double> figures = new LinkedHashMap<>();
            figures.put(PAIRS, done.perSecond());
            figures.put(NANOS, done.nanos());
            figures.put(BYTES, done.bytes());
            return figures;
        }
    }
}
