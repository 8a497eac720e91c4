package io.lockkeeper.benchmark.scenario;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import io.lockkeeper.benchmark.store.MongoStore;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;

/** How soon a holder is notified of its eviction, by each way to wake. */
final class EvictionNotice implements Scenario {

    private static final long UNANSWERED_SECONDS = 60;
    private static final Duration QUARANTINE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "evictions";
    }

    @Override
    public void run(Bench bench) throws Exception {
        for (MongoStore store : List.of(bench.stores().oneNode(), bench.stores().threeNodes())) {
            Section section = new Section(
                    name(),
                    "A holder is notified of its eviction, by each way to wake, " + store.label(),
                    "From the call that evicts, as the console and the command line do, to the call of its listener. The holder's agent has held a lease for seconds. "
                            + bench.settings() + ".",
                    Metric.P95);
            List<Holding> turns = new ArrayList<>();
            try {
                for (WakeMode mode : List.of(WakeMode.STREAM, WakeMode.LOCAL, WakeMode.DATABASE)) {
                    turns.add(Holding.open(store, mode, bench.settings().block()));
                }
                bench.rounds().run(section, turns);
            } finally {
                turns.forEach(Holding::close);
            }
            bench.report().add(section);
        }
    }

    private record Holding(MongoStore store, WakeMode mode, Duration time, MongoClient client, LockAgent agent)
            implements Turn {

        static Holding open(MongoStore store, WakeMode mode, Duration time) throws InterruptedException {
            MongoClient client = MongoClients.create(store.address());
            LockAgent agent = LockAgent.connect(
                    client, database(mode), AgentOptions.forService("evicted").withWakes(mode));
            Lease unused = agent.acquire("beside"); // an agent listens once it has held a lease for two seconds
            return new Holding(store, mode, time, client, agent);
        }

        private static String database(WakeMode mode) {
            return "evictions_" + mode.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public Subject subject() {
            return new Subject(
                    mode == WakeMode.STREAM
                            ? "change streams"
                            : "hints, " + mode.name().toLowerCase(Locale.ROOT),
                    store.label());
        }

        @Override
        public Map<Metric, Double> take() throws Exception {
            List<Long> nanos = new ArrayList<>();
            long until = System.nanoTime() + time.toNanos();
            while (System.nanoTime() - until < 0) {
                nanos.add(evicted("evicted-" + UUID.randomUUID()));
            }
            List<Long> sorted = nanos.stream().sorted().toList();
            return Map.of(
                    Metric.P50, sorted.get(sorted.size() / 2) / 1e6,
                    Metric.P95, sorted.get(sorted.size() * 95 / 100) / 1e6,
                    Metric.MOST, sorted.getLast() / 1e6);
        }

        private long evicted(String lock) throws Exception {
            CompletableFuture<Long> told = new CompletableFuture<>();
            try (Lease lease = agent.acquire(lock)) {
                lease.onLoss((lost, loss) -> told.complete(System.nanoTime()));
                long began = System.nanoTime();
                evict(lock);
                return told.get(UNANSWERED_SECONDS, TimeUnit.SECONDS) - began;
            }
        }

        private void evict(String lock) {
            MongoCollection<BsonDocument> locks =
                    store.client().getDatabase(database(mode)).getCollection("locks", BsonDocument.class);
            Holder holder = LockMapper.fromBson(Objects.requireNonNull(
                            locks.find(Filters.eq("_id", lock)).first()))
                    .holders()
                    .getFirst();
            String stamp = UUID.randomUUID().toString();
            Change change = Settle.evict(lock, holder, "bench", "measured", QUARANTINE, stamp);
            BsonDocument answer = locks.findOneAndUpdate(change.filter(), change.pipeline(), change.options());
            new HintWriter(
                            database(mode),
                            (name, command) -> store.client()
                                    .getDatabase(name)
                                    .runCommand(command, ReadPreference.primary(), BsonDocument.class))
                    .changed(Change.answer(Objects.requireNonNull(answer)).lock(), stamp);
        }

        void close() {
            agent.close();
            client.close();
        }
    }
}
