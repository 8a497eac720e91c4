package io.lockkeeper.benchmark.scenario;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import io.lockkeeper.benchmark.store.MongoStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.bson.Document;

/** What agents cost the application that shares their server: its writes and reads, at a fixed rate, beside agents that do little. */
final class AgentsLoad implements Scenario {

    private static final List<Integer> AGENTS = List.of(2, 10, 50, 200);
    private static final Duration UNTIL_ALL_LISTEN = Duration.ofSeconds(3);
    private static final Duration MEASURED = Duration.ofSeconds(5);
    private static final int EVERY_MILLIS = 10;
    private static final int TOGETHER = 5;
    private static final Metric SERVER = new Metric("server, µs a write and read", 0);
    private static final Metric RATIO = new Metric("to none", 2);

    private final AgentsState state;
    private final boolean threeNodes;

    private AgentsLoad(AgentsState state, boolean threeNodes) {
        this.state = state;
        this.threeNodes = threeNodes;
    }

    /** Each state of agents on one node, each a scenario of its own; and agents that hold, on three. */
    public static List<Scenario> all() {
        return Stream.concat(
                        Arrays.stream(AgentsState.values()).map(state -> new AgentsLoad(state, false)),
                        Stream.of(new AgentsLoad(AgentsState.HOLD, true)))
                .map(Scenario.class::cast)
                .toList();
    }

    @Override
    public String name() {
        return (threeNodes ? "load-three-" : "load-") + state.text();
    }

    @Override
    public void run(Bench bench) throws Exception {
        measure(bench, threeNodes ? bench.stores().threeNodes() : bench.stores().oneNode());
    }

    private void measure(Bench bench, MongoStore store) throws Exception {
        Section section = new Section(
                name(),
                String.format(
                        Locale.ROOT, "An application's writes beside agents that %s, %s", state.text(), store.label()),
                "500 inserts (w: 1) into a collection of the application a second, and as many reads by _id, for five seconds a round, three seconds after the agents began. The agents are in one process.",
                SERVER);
        bench.rounds().run(section, turns(store, state));
        bench.report().add(section);
    }

    static List<Turn> turns(MongoStore store, AgentsState state) {
        List<Turn> turns = new ArrayList<>();
        AtomicReference<Double> none = new AtomicReference<>(0.0);
        turns.add(new Beside(store, state, WakeMode.STREAM, 0, none));
        for (int agents : AGENTS) {
            for (WakeMode mode : List.of(WakeMode.STREAM, WakeMode.LOCAL, WakeMode.DATABASE)) {
                turns.add(new Beside(store, state, mode, agents, none));
            }
        }
        return turns;
    }

    /** One number of agents that wake one another in one way; {@code none} has the latest figure of none. */
    private record Beside(MongoStore store, AgentsState state, WakeMode mode, int agents, AtomicReference<Double> none)
            implements Turn {

        @Override
        public Subject subject() {
            return agents == 0
                    ? new Subject("none", "")
                    : new Subject(
                            String.format(Locale.ROOT, "%d agents", agents),
                            mode == WakeMode.STREAM
                                    ? "change streams"
                                    : "hints, " + mode.name().toLowerCase(Locale.ROOT));
        }

        @Override
        public Map<Metric, Double> take() throws Exception {
            try (MongoClient client = MongoClients.create(MongoClientSettings.builder()
                            .applyConnectionString(new ConnectionString(store.address()))
                            .applyToConnectionPoolSettings(pool -> pool.maxSize(1_000))
                            .build());
                    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
                List<LockAgent> all = new ArrayList<>();
                for (int i = 0; i < agents; i++) {
                    all.add(LockAgent.connect(
                            client,
                            "load_" + mode.name().toLowerCase(Locale.ROOT),
                            AgentOptions.forService("load-" + i).withWakes(mode)));
                }
                state.enter(all);
                ScheduledFuture<?> application =
                        clock.scheduleAtFixedRate(new Application(client), 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
                Thread.sleep(UNTIL_ALL_LISTEN);
                double micros = micros();
                application.cancel(false);
                all.parallelStream().forEach(LockAgent::close);
                return figures(micros);
            }
        }

        private double micros() throws InterruptedException {
            Duration before = store.cpu();
            Thread.sleep(MEASURED);
            double pairs = (double) TOGETHER * MEASURED.toMillis() / EVERY_MILLIS;
            return store.cpu().minus(before).toNanos() / 1_000.0 / pairs;
        }

        private Map<Metric, Double> figures(double micros) {
            Map<Metric, Double> figures = new LinkedHashMap<>();
            figures.put(SERVER, micros);
            if (agents == 0) {
                none.set(micros);
            }
            if (none.get() > 0) {
                figures.put(RATIO, micros / none.get());
            }
            return figures;
        }
    }

    /** The application: it knows nothing of locks. */
    private static final class Application implements Runnable {
        private final MongoCollection<Document> orders;
        private long count;

        Application(MongoClient client) {
            orders = client.getDatabase("shop").getCollection("orders").withWriteConcern(WriteConcern.W1);
            orders.drop();
        }

        @Override
        public void run() {
            for (int i = 0; i < TOGETHER; i++) {
                count++;
                orders.insertOne(new Document("_id", count).append("pad", "x".repeat(200)));
                var unused = orders.find(Filters.eq("_id", count)).first();
            }
        }
    }
}
