package io.lockkeeper.benchmark.scenario;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import io.lockkeeper.benchmark.store.MongoStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** How two agents hand one lock to each other, by each way to wake: always one of them waits. */
final class WakeHandoff implements Scenario {

    private static final String LOCK = "handed";
    private static final long UNANSWERED_SECONDS = 60;

    @Override
    public String name() {
        return "wakes";
    }

    @Override
    public void run(Bench bench) throws Exception {
        for (MongoStore store : List.of(bench.stores().oneNode(), bench.stores().threeNodes())) {
            Section section = new Section(
                    name(),
                    "Two agents hand a lock to each other, by each way to wake, " + store.label(),
                    "From the call of release() to the grant at the other agent. " + bench.settings() + ".",
                    Metric.P50);
            List<Two> turns = new ArrayList<>();
            try {
                for (WakeMode mode : List.of(WakeMode.STREAM, WakeMode.LOCAL, WakeMode.DATABASE)) {
                    turns.add(Two.open(store, mode, bench.settings().block()));
                }
                bench.rounds().run(section, turns);
            } finally {
                turns.forEach(Two::close);
            }
            bench.report().add(section);
        }
    }

    static Turn two(MongoStore store, WakeMode mode, Duration time) {
        return Two.open(store, mode, time);
    }

    private record Two(
            MongoStore store, WakeMode mode, Duration time, List<MongoClient> clients, List<LockAgent> agents)
            implements Turn {

        static Two open(MongoStore store, WakeMode mode, Duration time) {
            List<MongoClient> clients =
                    List.of(MongoClients.create(store.address()), MongoClients.create(store.address()));
            String database = "wakes_" + mode.name().toLowerCase(Locale.ROOT);
            List<LockAgent> agents = clients.stream()
                    .map(client -> LockAgent.connect(
                            client, database, AgentOptions.forService("wakes").withWakes(mode)))
                    .toList();
            return new Two(store, mode, time, clients, agents);
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
            Lease held = agents.getFirst().acquire(LOCK);
            Duration cpu = store.cpu();
            long until = System.nanoTime() + time.toNanos();
            for (int next = 1; System.nanoTime() - until < 0; next = 1 - next) {
                CompletableFuture<Granted> waiting =
                        agents.get(next).acquireAsync(LockRequest.of(LOCK)).thenApply(Granted::now);
                awaitQueued();
                long began = System.nanoTime();
                held.release();
                Granted granted = waiting.get(UNANSWERED_SECONDS, TimeUnit.SECONDS);
                nanos.add(granted.at() - began);
                held = granted.lease();
            }
            held.release();
            return figures(nanos, store.cpu().minus(cpu));
        }

        private record Granted(Lease lease, long at) {
            static Granted now(Lease lease) {
                return new Granted(lease, System.nanoTime());
            }
        }

        /** A waiter that has not been queued yet would find the lock free. */
        private void awaitQueued() throws InterruptedException {
            while (store.client()
                            .getDatabase("wakes_" + mode.name().toLowerCase(Locale.ROOT))
                            .getCollection("locks")
                            .countDocuments(Filters.size("queue", 1))
                    == 0) {
                Thread.sleep(1);
            }
        }

        private static Map<Metric, Double> figures(List<Long> nanos, Duration cpu) {
            List<Long> sorted = nanos.stream().sorted().toList();
            return Map.of(
                    Metric.P50, sorted.get(sorted.size() / 2) / 1e6,
                    Metric.P95, sorted.get(sorted.size() * 95 / 100) / 1e6,
                    Metric.SERVER_CPU, cpu.toNanos() / 1e3 / sorted.size());
        }

        void close() {
            agents.forEach(LockAgent::close);
            clients.forEach(MongoClient::close);
        }
    }
}
