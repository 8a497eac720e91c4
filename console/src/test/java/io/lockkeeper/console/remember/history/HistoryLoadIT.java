package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.console.fixture.Bulk;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.CostReading;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** A long history, and a recorder under load: small in each build, large by {@code ./lockkeeper bench history}. */
@Tag("load")
class HistoryLoadIT {

    private static final int RECORDS = Integer.getInteger("history.records", 20_000);
    private static final int SECONDS = Integer.getInteger("history.seconds", 3);
    private static final int MADE_HERE = 100_000;
    private static final String MADE = "made";
    private static final int LOCKS = 1_000;
    private static final int REPEATS = 15;
    private static final Duration DAY = Duration.ofDays(1);
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
    private static final Duration TTL = Duration.ofMinutes(5);
    private static final Owner OWNER = Locks.owner("load", "load-1", 1, "main", "");

    @Test
    void whatWasHeldAndWhatHappenedOnADayIsFoundInALongHistory() {
        try (Console console = Console.start("--lockkeeper.history.enabled=false")) {
            fill(console);
            console.own().getCollection("streams").insertOne(Records.place(NOW.minus(DAY.multipliedBy(31)), NOW));
            Past past = console.bean(Past.class);
            Instant then = NOW.minus(DAY.multipliedBy(17));
            PastQuestion moment = asked(then, null, "", "", "", "");
            assertThat(past.leases(moment, 1_000)).isNotEmpty();
            say("held at a moment, 100 rows, ms", median(() -> past.leases(moment, 100)));
            say("held at a moment, counted, ms", median(() -> past.count(moment, 10_000)));
            say("waiting at a moment, ms", median(() -> past.waiting(moment, 5_000)));
            say("a day, 1,000 rows, ms", median(() -> past.leases(asked(then, DAY, "", "", "", ""), 1_000)));
            say("a day of a lock, ms", median(() -> past.leases(asked(then, DAY, "lock-7", "", "", ""), 1_000)));
            say("a day of a service, ms", median(() -> past.leases(asked(then, DAY, "", "service-3", "", ""), 1_000)));
            say("a day of a host, ms", median(() -> past.leases(asked(then, DAY, "", "", "host-3", ""), 1_000)));
            say("a day of an operator, ms", median(() -> past.leases(asked(then, DAY, "", "", "", "ops"), 1_000)));
            CostReading costs = console.bean(CostReading.class);
            for (Duration time : List.of(Duration.ofHours(1), DAY, DAY.multipliedBy(7))) {
                PastQuestion asked = asked(then, time, "", "", "", "");
                say("who cost whom in %s, ms".formatted(time), median(() -> costs.read(asked, CostGroup.SERVICE)));
                Costs answer = costs.read(asked, CostGroup.SERVICE);
                say("who cost whom in %s, waits".formatted(time), answer.waits());
                say(
                        "who cost whom in %s, locks in use".formatted(time),
                        answer.use() == null ? -1 : answer.use().size());
            }
        }
    }

    @Test
    void theRecorderKeepsUpWithAThousandChangesASecondOverAThousandLocks() {
        keepsUp("1,000 changes/s over 1,000 locks", 100, i -> "lock-" + i % LOCKS, 50);
    }

    @Test
    void theRecorderKeepsUpWithThreeHundredGrantsASecondOfOneLock() {
        keepsUp("300 grants/s of one lock", 100, i -> "hot", 30);
    }

    /** Grants and releases so many leases each so many milliseconds, and finds each of them recorded or counted. */
    private static void keepsUp(String what, int everyMillis, IntFunction<String> lock, int grants) {
        try (Console console = Console.start()) {
            Recorder recorder = console.bean(Recorder.class);
            ServerClock clock = console.bean(ServerClock.class);
            await().until(() -> recorder.status() instanceof RecorderStatus.Recording);
            long began = System.nanoTime();
            long worst = 0;
            int steps = SECONDS * 1_000 / everyMillis;
            for (int step = 0; step < steps; step++) {
                int first = step * grants;
                change(console, IntStream.range(first, first + grants).boxed().toList(), lock);
                if (recorder.status() instanceof RecorderStatus.Recording recording) {
                    worst = Math.max(
                            worst,
                            Duration.between(recording.recordedTo(), clock.now())
                                    .toMillis());
                }
                until(began, (step + 1L) * everyMillis);
            }
            double rate = steps * grants / ((System.nanoTime() - began) / 1e9);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> recorded(console) + counted(console) == (long) steps * grants);
            say(what + ": leases recorded one by one", (double) recorded(console));
            say(what + ": leases a second", rate);
            say(what + ": the recorder's greatest lag, ms", (double) worst);
        }
    }

    private static long recorded(Console console) {
        return console.own().getCollection(LeaseRecord.COLLECTION).countDocuments(new Document("ending", "RELEASED"));
    }

    private static long counted(Console console) {
        return console.bean(MongoTemplate.class).findAll(Digest.class).stream()
                .mapToLong(Digest::leases)
                .sum();
    }

    private static void change(Console console, List<Integer> numbers, IntFunction<String> lock) {
        List<UpdateOneModel<BsonDocument>> updates = numbers.stream()
                .flatMap(number -> Stream.of(
                        new Ask.Enqueue(new LockName(lock.apply(number)), Request.exclusive("a-" + number, TTL, OWNER)),
                        new Ask.Remove(new LockName(lock.apply(number)), "a-" + number)))
                .map(ask -> update(Settle.change(ask, "s-" + System.nanoTime())))
                .toList();
        var unused = console.locks().collection().bulkWrite(updates, new BulkWriteOptions().ordered(true));
    }

    private static UpdateOneModel<BsonDocument> update(Change change) {
        return new UpdateOneModel<>(change.filter(), change.pipeline(), new UpdateOptions().upsert(change.upsert()));
    }

    /** So that the changes come evenly; what is late is not made up for by waiting. */
    private static void until(long began, long millis) {
        long left = began + millis * 1_000_000 - System.nanoTime();
        if (left > 0) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Leases of a month, most of them short, one of a hundred waiting and one of a thousand evicted. Of many, the server copies
     * those of some hours to the hours before; indexes are made once all are there.
     */
    private static void fill(Console console) {
        MongoTemplate own = console.bean(MongoTemplate.class);
        int copies = Math.max(1, RECORDS / MADE_HERE);
        long span = DAY.toMillis() * 30 / copies;
        Random random = new Random(17);
        MongoCollection<Document> stored = console.own().getCollection(LeaseRecord.COLLECTION);
        List<Document> indexes = stored.listIndexes().into(new ArrayList<>()).stream()
                .filter(index -> !"_id_".equals(index.getString("name")))
                .toList();
        stored.dropIndexes();
        for (List<Integer> part : Bulk.parts(RECORDS / copies, 10_000)) {
            List<LeaseRecord> leases = new ArrayList<>(part.size());
            part.forEach(i -> leases.add(lease(i, random, span)));
            own.insert(leases, MADE);
        }
        for (int copy = 0; copy < copies; copy++) {
            copy(console.own(), copy, copy * span);
        }
        long began = System.nanoTime();
        console.own().runCommand(new Document("createIndexes", LeaseRecord.COLLECTION).append("indexes", indexes));
        say("indexes made, s", (System.nanoTime() - began) / 1e9);
    }

    /** By the test's own client: on a busy machine it takes longer than the console waits for an answer. */
    private static void copy(MongoDatabase own, int copy, long millis) {
        Document moved =
                new Document("_id.token", new Document("$add", List.of("$_id.token", (long) copy * MADE_HERE)));
        for (String time : List.of("grantedAt", "askedAt", "endedAt", "purgeAt")) {
            moved.append(time, new Document("$subtract", List.of("$" + time, millis)));
        }
        own.getCollection(MADE)
                .aggregate(List.of(new Document("$set", moved), new Document("$merge", LeaseRecord.COLLECTION)))
                .toCollection();
    }

    private static LeaseRecord lease(int i, Random random, long span) {
        Instant granted = NOW.minusMillis(random.nextLong(span));
        Instant ended = granted.plusMillis((long) Math.pow(10, 1 + random.nextDouble() * random.nextDouble() * 7));
        Instant asked = i % 100 == 0 ? granted.minusMillis(1 + random.nextInt(60_000)) : granted;
        Party holder = new Party(
                "agent-" + i % 40, "service-" + i % 20, "i-" + i % 40, "host-" + i % 40, i % 40, "main", "note " + i);
        Eviction evicted = i % 1_000 == 0 ? new Eviction("ops", "hung", ended, ended) : null;
        return Records.lease(
                new LeaseKey("lock-" + i % LOCKS, i),
                holder,
                asked,
                granted,
                ended,
                evicted == null ? Ending.RELEASED : Ending.EVICTED,
                evicted);
    }

    private static PastQuestion asked(
            Instant moment, @Nullable Duration window, String lock, String service, String host, String operator) {
        return new PastQuestion(LockScope.EVERYTHING, moment, window, lock, service, host, operator);
    }

    private static double median(Supplier<?> timed) {
        List<Double> each = new ArrayList<>();
        for (int i = 0; i < REPEATS; i++) {
            long start = System.nanoTime();
            Object unused = timed.get();
            each.add((System.nanoTime() - start) / 1e6);
        }
        return each.stream().sorted().toList().get(REPEATS / 2);
    }

    private static void say(String what, double value) {
        System.out.printf("%,d records: %s: %.1f%n", RECORDS, what, value);
    }
}
