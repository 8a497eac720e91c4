package io.lockkeeper.benchmark.scenario;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.store.MongoStore;
import io.lockkeeper.peers.Peer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;

/** What agents that wait cost the server while other locks change a thousand times a second. */
final class WaitingAgents implements Scenario {

    private static final List<Integer> AGENTS = List.of(1, 10, 50);
    private static final int CHANGED_TOGETHER = 50;
    private static final int CHANGES_EVERY_MILLIS = 50;
    private static final Metric SERVER = new Metric("server, % of a core", 1);
    private static final Metric EACH = new Metric("each waiting agent, % of a core", 2);
    private static final Metric CLIENT = new Metric("all agents, % of a core", 1);

    @Override
    public String name() {
        return "waiting";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "Waiting agents, while other locks change 1,000 times a second",
                "Each agent has one thread that waits for a lock of its own. The first row is the changes alone.",
                SERVER);
        MongoStore store = bench.stores().oneNode();
        try (ScheduledExecutorService changes = Executors.newSingleThreadScheduledExecutor();
                Crew holder = Crew.start(new Contender(Peer.LOCKKEEPER, store), 1);
                Crew waiting = Crew.start(new Contender(Peer.LOCKKEEPER, store), 1)) {
            holder.worker(0).ask("keep " + AGENTS.getLast());
            Noise noise = new Noise(store.client().getDatabase("benchmark").getCollection("locks"));
            ScheduledFuture<?> changing =
                    changes.scheduleAtFixedRate(noise::change, 0, CHANGES_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            measure(bench, section, waiting);
            changing.cancel(false);
            noise.end();
        }
        bench.report().add(section);
    }

    private static void measure(Bench bench, Section section, Crew waiting) throws Exception {
        Duration time = bench.settings().leases();
        double alone = percent(waiting.contender().store().cpu(), time, waiting);
        section.add(new Subject("nobody", "1,000 changes/s"), Map.of(SERVER, alone));
        for (int agents : AGENTS) {
            waiting.worker(0).ask("waiting " + agents);
            Thread.sleep(time.dividedBy(10));
            Duration client = waiting.cpu();
            double server = percent(waiting.contender().store().cpu(), time, waiting);
            Map<Metric, Double> figures = new LinkedHashMap<>();
            figures.put(SERVER, server);
            figures.put(EACH, (server - alone) / agents);
            figures.put(CLIENT, 100.0 * waiting.cpu().minus(client).toNanos() / time.toNanos());
            section.add(new Subject(String.format(Locale.ROOT, "%d agents", agents), "1,000 changes/s"), figures);
        }
    }

    private static double percent(Duration before, Duration time, Crew waiting) throws InterruptedException {
        Thread.sleep(time);
        return 100.0 * waiting.contender().store().cpu().minus(before).toNanos() / time.toNanos();
    }

    /** Documents like those of locks, which change as often; they have no waiters. */
    private static final class Noise {
        private final MongoCollection<Document> locks;
        private final List<String> names =
                IntStream.range(0, CHANGED_TOGETHER).mapToObj(i -> "noise-" + i).toList();
        private long count;

        Noise(MongoCollection<Document> locks) {
            this.locks = locks;
            end();
            locks.insertMany(names.stream()
                    .map(name -> new Document("_id", name).append("wake", "0").append("pad", "x".repeat(400)))
                    .toList());
        }

        void change() {
            locks.updateMany(Filters.in("_id", names), Updates.set("wake", Long.toString(count++)));
        }

        void end() {
            locks.deleteMany(Filters.in("_id", names));
        }
    }
}
