package io.lockkeeper.examples.demo;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that repeats its work on some threads until it is asked to end. Then the threads are interrupted, what they
 * hold is released, and the process ends.
 */
final class Service {

    private static final Logger log = LoggerFactory.getLogger(Service.class);
    private static final Duration SLOW = Duration.ofSeconds(20);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final MongoClient client;
    private final LockAgent agent;

    private Service(MongoClient client, LockAgent agent) {
        this.client = client;
        this.agent = agent;
    }

    /** What a service does again and again. */
    interface Work {
        void run(LockAgent agent) throws InterruptedException;
    }

    /** Connects to the database that LOCKKEEPER_MONGODB_URI names. */
    static Service connect(String name, String instance) {
        ConnectionString uri =
                new ConnectionString(Objects.requireNonNull(System.getenv("LOCKKEEPER_MONGODB_URI"), "no MongoDB URI"));
        String database = Objects.requireNonNullElse(uri.getDatabase(), "lockkeeper");
        MongoClient client = MongoClients.create(uri);
        AgentOptions options =
                AgentOptions.forService(name).withInstance(instance).withSlowHoldThreshold(SLOW);
        LockAgent agent = LockAgent.connect(client, database, options);
        log.info(
                "{} {} is connected, process {}",
                name,
                instance,
                ProcessHandle.current().pid());
        return new Service(client, agent);
    }

    /** Starts the work on that many threads, which keep the process running until it is asked to end. */
    void repeat(int threads, Work work) {
        List<Thread> workers = IntStream.rangeClosed(1, threads)
                .mapToObj(i -> new Thread(() -> repeat(work), "worker-" + i))
                .toList();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(workers), "stop"));
        workers.forEach(Thread::start);
    }

    private void repeat(Work work) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                runOnce(work);
            }
        } catch (InterruptedException e) {
            log.debug("Asked to stop");
        }
    }

    private void runOnce(Work work) throws InterruptedException {
        try {
            work.run(agent);
        } catch (LockException e) {
            log.warn("{}; trying again in {} s", e.getMessage(), AFTER_FAILURE.toSeconds());
            Thread.sleep(AFTER_FAILURE);
        }
    }

    private void stop(List<Thread> workers) {
        log.info("Asked to end");
        workers.forEach(Thread::interrupt);
        long end = System.nanoTime() + STOP_WITHIN.toNanos();
        try {
            for (Thread worker : workers) {
                worker.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            log.warn("Interrupted at the end");
        }
        agent.close();
        client.close();
        log.info("Ended; nothing is held any more");
    }
}
