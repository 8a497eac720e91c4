package io.lockkeeper.agent;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A process that adds to a counter in a file by reading it and writing it back, which only a lock makes safe. */
final class CountingProcess {

    private CountingProcess() {}

    public static void main(String[] args) throws Exception {
        Path counter = Path.of(args[2]);
        int times = Integer.parseInt(args[3]);
        try (MongoClient client = MongoClients.create(args[0]);
                LockAgent agent = LockAgent.connect(client, args[1], AgentOptions.forService("counting"))) {
            System.out.println("ready");
            int started = System.in.read();
            for (int i = 0; i < times && started >= 0; i++) {
                switch (args[4]) {
                    case "locked" -> incrementAndRelease(counter, agent.acquire("counter"));
                    case "handed on" -> handOn(agent, counter);
                    case "kept" -> incrementAndRelease(counter, tried(agent));
                    default -> increment(counter, true);
                }
            }
            System.out.println("done");
        }
    }

    /** By four threads of the process that all want it. */
    private static void handOn(LockAgent agent, Path counter) throws InterruptedException {
        LockRequest kept =
                LockRequest.of("counter").withKeep(Duration.ofMinutes(1)).withCohort(Duration.ofMillis(5));
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<?> each : threads.invokeAll(Collections.nCopies(4, () -> {
                incrementAndRelease(counter, agent.acquire(kept));
                return true;
            }))) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Without a queue, in which nothing is kept. */
    private static Lease tried(LockAgent agent) {
        LockRequest kept = LockRequest.of("counter").withKeep(Duration.ofMinutes(1));
        Optional<Lease> lease = agent.tryAcquire(kept);
        while (lease.isEmpty()) {
            lease = agent.tryAcquire(kept);
        }
        return lease.get();
    }

    private static void incrementAndRelease(Path counter, Lease held) throws IOException {
        try (Lease lease = held) {
            increment(counter, lease.isHeld());
        }
    }

    private static void increment(Path counter, boolean held) throws IOException {
        if (!held) {
            throw new IllegalStateException("Granted and not held");
        }
        try (RandomAccessFile file = new RandomAccessFile(counter.toFile(), "rw")) {
            long value = file.readLong();
            file.seek(0);
            file.writeLong(value + 1);
        }
    }
}
