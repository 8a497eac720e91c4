package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** What the reading of the hours before the first start costs the application: small in each build, large by {@code ./lockkeeper bench history}. */
@Tag("load")
class PastLoadIT {

    private static final int OTHERS = Integer.getInteger("past.others", 20_000);
    private static final int LEASES = Integer.getInteger("past.leases", 200);
    private static final int TOGETHER = 1_000;
    private static final int INSERTS_A_SECOND = 500;
    private static final Duration BESIDE = Duration.ofSeconds(Integer.getInteger("past.seconds", 3));
    private static final Duration TTL = Duration.ofMinutes(5);
    private static final Owner OWNER = Locks.owner("load", "load-1", 1, "main", "");

    @AutoClose
    private final ReplicaSet server = ReplicaSet.start(1);

    @Test
    void theHoursBeforeTheFirstStartAreReadBesideAnApplication() throws Exception {
        try (Console before = Console.start(server, "--lockkeeper.history.enabled=false")) {
            fill(before);
        }
        say(
                "the application's inserts without a console, p95, ms",
                application(() -> LockSupport.parkNanos(BESIDE.toNanos())));
        double cpu = cpu();
        long began = System.nanoTime();
        say("the same while the past is read, p95, ms", application(this::read));
        double seconds = (System.nanoTime() - began) / 1e9;
        say("changes in the oplog", OTHERS + 2.0 * LEASES);
        say("start of the console and reading, s", seconds);
        say("the server's processor beside its inserts, s", cpu() - cpu - seconds * idle());
    }

    /** Starts a console that reads the past, and waits until it records the present. */
    private void read() {
        try (Console first = Console.start(server, "--lockkeeper.history.past=24h")) {
            await().atMost(Duration.ofMinutes(11))
                    .until(() -> first.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            assertThat(leases(first)).isEqualTo(LEASES);
        }
    }

    private static long leases(Console console) {
        return console.own().getCollection(LeaseRecord.COLLECTION).countDocuments()
                + console.bean(MongoTemplate.class).findAll(Digest.class).stream()
                        .mapToLong(Digest::leases)
                        .sum();
    }

    /** The leases lie evenly among the others. */
    private void fill(Console before) {
        MongoCollection<Document> others = server.client().getDatabase("shop").getCollection("orders");
        int steps = Math.max(1, OTHERS / TOGETHER);
        for (int step = 0; step < steps; step++) {
            others.insertMany(IntStream.range(0, TOGETHER)
                    .mapToObj(i -> new Document("note", "x".repeat(300)))
                    .toList());
            for (int i = step * LEASES / steps; i < (step + 1) * LEASES / steps; i++) {
                String lock = "order:" + i % 500;
                before.locks().remove(lock, before.locks().enqueue(lock, OWNER, TTL));
            }
        }
    }

    /** The 95th percentile, in milliseconds, of inserts at a fixed rate while that runs. */
    private double application(Runnable beside) throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<List<Long>> inserts = CompletableFuture.supplyAsync(() -> inserts(ended));
        beside.run();
        ended.set(true);
        List<Long> sorted = inserts.get(1, TimeUnit.MINUTES).stream().sorted().toList();
        return sorted.get(sorted.size() * 95 / 100) / 1e6;
    }

    private List<Long> inserts(AtomicBoolean ended) {
        MongoCollection<Document> carts = server.client().getDatabase("shop").getCollection("carts");
        List<Long> nanos = new ArrayList<>();
        long began = System.nanoTime();
        for (int i = 0; !ended.get(); i++) {
            long due = began + i * 1_000_000_000L / INSERTS_A_SECOND;
            LockSupport.parkNanos(due - System.nanoTime());
            long sent = System.nanoTime();
            carts.insertOne(new Document("item", i));
            nanos.add(System.nanoTime() - sent);
        }
        return nanos;
    }

    /** What the server's processor does for the inserts alone, as a part of one core. */
    private double idle() throws Exception {
        double before = cpu();
        long began = System.nanoTime();
        double unused = application(() -> LockSupport.parkNanos(BESIDE.toNanos()));
        return (cpu() - before) / ((System.nanoTime() - began) / 1e9);
    }

    /** Seconds of processor time that the server has used. */
    private double cpu() {
        Document extra = server.client()
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .get("extra_info", Document.class);
        return (extra.getLong("user_time_us") + extra.getLong("system_time_us")) / 1e6;
    }

    private static void say(String what, double figure) {
        System.out.printf(
                Locale.ROOT, "%,d changes of others and %,d leases, records: %s: %.1f%n", OTHERS, LEASES, what, figure);
    }
}
