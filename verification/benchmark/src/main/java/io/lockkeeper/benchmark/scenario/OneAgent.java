package io.lockkeeper.benchmark.scenario;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.store.MongoStore;
import io.lockkeeper.peers.Peer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** What many leases cost the one agent that holds them without using them: threads, heap, requests, and the time to close. */
final class OneAgent implements Scenario {

    private static final Duration TTL = Duration.ofSeconds(30);
    /** An agent renews at a third of the ttl. */
    private static final Duration CYCLE = TTL.dividedBy(3);

    private static final Set<String> RENEWAL = Set.of("update", "find", "getMore");
    private static final Metric THREADS = new Metric("agent's threads", 0);
    private static final Metric HEAP = new Metric("heap, bytes a lease", 0);
    private static final Metric REQUESTS = new Metric("requests a cycle and 1,000 leases", 2);
    private static final Metric ACQUIRED = new Metric("all acquired in, ms", 0);
    private static final Metric CLOSED = new Metric("closed in, ms", 0);
    private static final Metric LOST = new Metric("lost", 0);

    @Override
    public String name() {
        return "agent";
    }

    @Override
    public void run(Bench bench) throws Exception {
        long cycles = Math.max(2, bench.settings().leases().dividedBy(CYCLE));
        for (int count : List.of(100, 1_000, 10_000)) {
            Section section = new Section(
                    "agent-" + count,
                    String.format(Locale.ROOT, "%,d leases in one agent", count),
                    String.format(
                            Locale.ROOT,
                            "Leases of 30 s, taken at once without a waiting thread, then left alone for %d cycles of"
                                    + " renewal of 10 s each. Requests are counted by a command listener, those of the"
                                    + " change stream too.",
                            cycles),
                    HEAP);
            MongoStore store = bench.stores().threeNodes();
            section.add(new Contender(Peer.LOCKKEEPER, store).subject(), measured(store, count, cycles));
            bench.report().add(section);
        }
    }

    private static Map<Metric, Double> measured(MongoStore store, int count, long cycles) throws Exception {
        AtomicLong requests = new AtomicLong();
        Map<Metric, Double> figures = new LinkedHashMap<>();
        try (MongoClient client = MongoClients.create(counting(store.address("one_agent"), requests))) {
            LockAgent agent = LockAgent.connect(
                    client,
                    "one_agent",
                    AgentOptions.forService("one-agent").withTtl(TTL).withPresence(false));
            acquire(agent, count, "warm-up-").forEach(Lease::close);
            long heap = usedHeap();
            long start = System.nanoTime();
            List<Lease> leases = acquire(agent, count, "lease-");
            figures.put(ACQUIRED, millisSince(start));
            figures.put(HEAP, (usedHeap() - heap) / (double) count);
            Thread.sleep(CYCLE);
            long before = requests.get();
            Thread.sleep(CYCLE.multipliedBy(cycles));
            figures.put(REQUESTS, (requests.get() - before) * 1_000.0 / cycles / count);
            figures.put(THREADS, (double) agentThreads());
            figures.put(LOST, (double)
                    leases.stream().filter(lease -> !lease.isHeld()).count());
            long closing = System.nanoTime();
            agent.close();
            figures.put(CLOSED, millisSince(closing));
        }
        return figures;
    }

    private static List<Lease> acquire(LockAgent agent, int count, String name) throws Exception {
        List<CompletableFuture<Lease>> coming = IntStream.range(0, count)
                .mapToObj(i -> agent.acquireAsync(LockRequest.of(name + i)))
                .toList();
        List<Lease> leases = new ArrayList<>();
        for (CompletableFuture<Lease> each : coming) {
            leases.add(each.get());
        }
        return leases;
    }

    private static MongoClientSettings counting(String uri, AtomicLong requests) {
        return MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        if (RENEWAL.contains(event.getCommandName())) {
                            requests.incrementAndGet();
                        }
                    }
                })
                .build();
    }

    private static long agentThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("lockkeeper-"))
                .count();
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}
