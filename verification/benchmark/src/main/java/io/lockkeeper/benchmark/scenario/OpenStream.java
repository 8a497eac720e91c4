package io.lockkeeper.benchmark.scenario;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import io.lockkeeper.benchmark.store.MongoStore;
import io.lockkeeper.peers.MongoConnection;
import io.lockkeeper.peers.Peer.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What it does to the pair that somebody on the same servers has a change stream open, as the console has. */
final class OpenStream implements Scenario {

    @Override
    public String name() {
        return "stream";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "Acquire and release, with and without a change stream that somebody has open",
                "One thread, as in pair; the stream is of the whole database, and everything in it is read. "
                        + bench.settings() + ".",
                Metric.P50);
        List<Turn> turns = new ArrayList<>();
        for (Crew crew : bench.crews(peer -> peer.store() == Kind.MONGODB, 1)) {
            Orders alone =
                    new Orders(crew, String.format(Locale.ROOT, "pairs 1 %d own", bench.blockMillis()), Effort::times);
            turns.add(alone);
            turns.add(new Watched(
                    alone,
                    crew.contender().store() == bench.stores().oneNode()
                            ? bench.stores().oneNode()
                            : bench.stores().threeNodes()));
        }
        bench.rounds().run(section, turns);
        bench.report().add(section);
    }

    /** The same while a stream is open. */
    private record Watched(Orders alone, MongoStore store) implements Turn {

        @Override
        public Subject subject() {
            Subject subject = alone.subject();
            return new Subject(subject.peer(), subject.where() + ", a stream open");
        }

        @Override
        public Map<Metric, Double> take() throws Exception {
            try (MongoChangeStreamCursor<?> stream = store.client()
                    .getDatabase(MongoConnection.DEFAULT_DATABASE)
                    .watch()
                    .cursor()) {
                Thread.ofPlatform().daemon().start(() -> readAll(stream));
                return alone.take();
            }
        }

        private static void readAll(MongoChangeStreamCursor<?> stream) {
            try {
                while (true) {
                    stream.next();
                }
            } catch (MongoException | IllegalStateException closed) {
                // as it ends
            }
        }
    }
}
