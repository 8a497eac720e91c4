package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.console.ConsoleApplication;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.Place;
import io.lockkeeper.test.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.core.ConditionFactory;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** Under load, the console that records is killed, and one that stood by takes over. */
@SuppressWarnings("NullAway.Init") // each test starts both consoles, in its own way
@Tag("nightly")
class RecorderKilledIT {

    private static final int THREADS = 8;
    private static final int LOCKS = 5;
    /** How many leases the load takes until another console records, and after. */
    private static final int BEFORE = 5_000;

    private static final int AFTER = 500;

    private final List<LeaseKey> granted = Collections.synchronizedList(new ArrayList<>());
    private final AtomicBoolean working = new AtomicBoolean(true);
    /** More load than is needed would only have to be caught up with. */
    private final Semaphore wanted = new Semaphore(BEFORE);

    private Console standby;
    private Console second;
    private ChildProcess recording;

    /** @param wholeUpTo up to how many changes a second each lease of a lock is recorded */
    private void startTwo(int wholeUpTo) {
        standby = Console.start("--lockkeeper.history.enabled=false");
        String uri =
                MongoServer.uri(MongoServer.shared().uri(), standby.database().getName());
        recording = new ChildProcess(
                Place.LOOPBACK,
                List.of(),
                List.of(),
                line -> {},
                ConsoleApplication.class,
                "--server.port=" + ServerProcess.freePort(),
                "--spring.mongodb.uri=" + uri,
                "--lockkeeper.users.demo=true",
                "--lockkeeper.history.past=0",
                "--lockkeeper.history.whole-up-to=" + wholeUpTo);
        soon().until(() -> place() != null);
        second = standby.another("--lockkeeper.history.whole-up-to=" + wholeUpTo);
    }

    @AfterEach
    void stop() {
        recording.close();
        second.stop();
        standby.close();
    }

    @Test
    void everyTokenOfTheRunIsInTheHistoryOnce() throws Exception {
        startTwo(1_000_000);
        killUnderLoad();
        soon().untilAsserted(() -> assertThat(released()).isEqualTo(granted.size()));
        assertThat(history()).containsExactlyInAnyOrderElementsOf(granted);
        assertThat(counted()).isZero();
        assertThat(standby.own().getCollection(Gap.COLLECTION).countDocuments()).isZero();
    }

    @Test
    void beyondTheLimitWhatIsRecordedAndWhatIsCountedAreAllLeasesOfTheRun() throws Exception {
        startTwo(5);
        killUnderLoad();
        soon().untilAsserted(() -> assertThat(released() + counted()).isEqualTo(granted.size()));
        assertThat(counted()).isPositive();
        assertThat(granted).containsAll(history());
        assertThat(leases().countDocuments()).as("leases that did not end").isEqualTo(released());
    }

    private void killUnderLoad() throws Exception {
        MongoClient client = MongoServer.shared().client();
        String database = standby.database().getName();
        try (LockAgent one = LockAgent.connect(client, database, AgentOptions.forService("one"));
                LockAgent other = LockAgent.connect(client, database, AgentOptions.forService("other"));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                LockAgent agent = i % 2 == 0 ? one : other;
                int start = i;
                threads.execute(() -> work(agent, start));
            }
            soon().until(() -> released() + counted() > 200);
            recording.kill();
            assertThat(granted).as("the load lasts").hasSizeLessThan(BEFORE);
            soon().until(() -> !recording.isRunning());
            long fence = fence();
            soon().until(() -> fence() > fence);
            wanted.release(AFTER);
            soon().until(() -> granted.size() == BEFORE + AFTER);
            working.set(false);
            wanted.release(THREADS);
        }
    }

    private void work(LockAgent agent, int start) {
        try {
            for (int i = start; isWanted(); i++) {
                String lock = "lock:" + i % LOCKS;
                try (Lease lease = agent.acquire(lock)) {
                    granted.add(new LeaseKey(lock, lease.token()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isWanted() throws InterruptedException {
        wanted.acquire();
        return working.get();
    }

    private List<LeaseKey> history() {
        return leases().find()
                .map(record -> record.get("_id", Document.class))
                .map(key -> new LeaseKey(key.getString("lock"), key.getLong("token")))
                .into(new ArrayList<>());
    }

    private long released() {
        return leases().countDocuments(new Document("ending", "RELEASED"));
    }

    private long counted() {
        return standby.bean(MongoTemplate.class).findAll(Digest.class).stream()
                .mapToLong(Digest::leases)
                .sum();
    }

    private MongoCollection<Document> leases() {
        return standby.own().getCollection(LeaseRecord.COLLECTION);
    }

    private long fence() {
        Document place = place();
        return place == null ? 0 : place.getLong("fence");
    }

    private @Nullable Document place() {
        return standby.own()
                .getCollection("streams")
                .find(new Document("_id", RecorderPlace.ID))
                .first();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(100));
    }
}
