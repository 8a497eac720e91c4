package io.lockkeeper.agent.older;

import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.older.Peer.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * An instance of a service: an agent, and callers that take two locks without a pause, to count. The newer version has its agent keep its
 * leases and hand them on.
 */
final class Instance implements AutoCloseable {

    /** Of each lock: more than wait in the lock's document; the others wait in the agent's local queue. */
    private static final int CALLERS = 10;

    private static final Duration COHORT = Duration.ofMillis(5);
    /** Far longer than a step. */
    private static final Duration QUARANTINE = Duration.ofSeconds(15);

    private final Version version;
    private final Peer agent;
    private final List<Counter> counters;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<CompletableFuture<Void>> callers;
    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong evicted = new AtomicLong();
    private volatile boolean closing;

    Instance(Version version, MongoClient client, String database, List<Counter> counters) {
        this.version = version;
        this.agent = version.connect(client, database);
        this.counters = counters;
        this.callers = IntStream.range(0, CALLERS * counters.size())
                .mapToObj(caller -> CompletableFuture.runAsync(() -> work(caller % counters.size()), threads))
                .toList();
    }

    private void work(int number) {
        Request request = request("counter-" + number);
        while (!closing) {
            try {
                step(request, counters.get(number));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } catch (RuntimeException e) {
                if (!closing) {
                    throw e;
                }
            }
        }
    }

    private Request request(String lock) {
        Request plain = Request.of(lock);
        return version == Version.NEWER ? plain.withCohort(COHORT) : plain;
    }

    private void step(Request request, Counter counter) throws InterruptedException {
        Peer.Held held = agent.acquire(request);
        counter.count(held);
        if (!held.release()) {
            String loss = held.loss().orElse("unknown");
            if (!loss.equals("Evicted")) {
                throw new IllegalStateException("A lease of %s was lost: %s".formatted(request.lock(), loss));
            }
            evicted.incrementAndGet();
        }
        steps.incrementAndGet();
    }

    /** Until it has made so many steps more. */
    void awaitSteps(int more) {
        long enough = steps.get() + more;
        await().atMost(Duration.ofSeconds(60))
                .until(() -> steps.get() >= enough || callers.stream().anyMatch(CompletableFuture::isDone));
    }

    /** Whether its agent has a lock after its release. */
    boolean keeps(String lock) {
        try {
            agent.acquire(request(lock)).release();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return !agent.holders(lock).isEmpty();
    }

    /** Force-releases holders of the first lock until one of that instance has heard of it. */
    void evictOneOf(Instance other) {
        long before = other.evicted.get();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            agent.evict("counter-0", QUARANTINE);
            return other.evicted.get() > before;
        });
    }

    /** As a service ends while it is at work: new calls are refused, holders may finish. Fails if a caller failed before. */
    @Override
    public void close() {
        closing = true;
        agent.close();
        CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new)).join();
        threads.close();
    }
}
