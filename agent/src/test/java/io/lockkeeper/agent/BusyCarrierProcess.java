package io.lockkeeper.agent;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * A process whose virtual threads share one carrier, which one of them keeps busy for a while; beside it all try locks of their own,
 * platform threads too. Says how long the longest try of a platform thread took while the carrier was busy, in milliseconds.
 */
final class BusyCarrierProcess {

    static final Duration BUSY = Duration.ofSeconds(4);

    private static volatile boolean ended;
    private static volatile boolean busy;

    private BusyCarrierProcess() {}

    public static void main(String[] args) throws Exception {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        AtomicLong tries = new AtomicLong();
        AtomicLong longest = new AtomicLong();
        try (MongoClient client = MongoClients.create(args[0]);
                LockAgent agent = LockAgent.connect(
                        client, args[1], AgentOptions.forService("busy").withPresence(false))) {
            IntStream.range(0, 24)
                    .forEach(i -> Thread.startVirtualThread(() -> use(agent, "virtual-" + i, tries, new AtomicLong())));
            List<Thread> platform = IntStream.range(0, 8)
                    .mapToObj(
                            i -> Thread.ofPlatform().daemon().start(() -> use(agent, "platform-" + i, tries, longest)))
                    .toList();
            while (tries.get() < 2_000) {
                Thread.onSpinWait();
            }
            CompletableFuture<Void> over = new CompletableFuture<>();
            Thread.startVirtualThread(() -> {
                long until = System.nanoTime() + BUSY.toNanos();
                busy = true;
                while (System.nanoTime() - until < 0) {
                    Thread.onSpinWait();
                }
                busy = false;
                over.complete(null);
            });
            over.join();
            ended = true;
            for (Thread each : platform) {
                each.join();
            }
        }
        System.out.println("longest " + longest.get());
    }

    private static void use(LockAgent agent, String lock, AtomicLong tries, AtomicLong longest) {
        while (!ended) {
            long began = System.nanoTime();
            boolean free = true;
            try (Lease lease = agent.tryAcquire(lock).orElseThrow()) {
                free = lease.isHeld();
            }
            long took = (System.nanoTime() - began) / 1_000_000;
            if (free && (busy || took > BUSY.toMillis() / 2)) {
                longest.accumulateAndGet(took, Math::max);
            }
            tries.incrementAndGet();
        }
    }
}
