package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionFactory;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.Limit;

/** A collection that is followed is dropped, renamed or goes with its database, and comes back: it is followed again, and the time between is a gap. */
class DroppedCollectionsIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner BILLING = Locks.owner("billing", "bill-1", 1, "main", "");

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    @AutoClose
    private static final ApiClient admin = new ApiClient(console).as("boss", Role.ADMIN);

    @BeforeAll
    static void start() {
        soon().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
    }

    @Test
    void theFirstCollectionIsDropped() {
        isFollowedAgainAfter("dropped", () -> console.locks().collection().drop());
    }

    @Test
    void theFirstCollectionIsRenamed() {
        isFollowedAgainAfter(
                "renamed",
                () -> console.locks()
                        .collection()
                        .renameCollection(new MongoNamespace(console.database().getName(), "elsewhere")));
    }

    @Test
    void theDatabaseOfTheFirstCollectionIsDropped() {
        isFollowedAgainAfter("gone", () -> console.database().drop());
    }

    /** What happened between the end and the notice of it is in the gap. */
    private static void isFollowedAgainAfter(String lock, Runnable end) {
        console.locks().enqueue(lock, BILLING, TTL);
        soon().until(() -> of(lock).size() == 1);
        Instant before = Instant.now();
        end.run();
        Instant after = Instant.now();
        soon().until(() -> console.bean(Board.class).find(lock).isEmpty());
        console.locks().enqueue(lock + ":later", BILLING, TTL);
        soon().until(() -> of(lock + ":later").size() == 1);
        soon().until(() -> console.bean(Board.class).find(lock + ":later").isPresent());
        soon().until(() -> of(lock).getFirst().endedAt() != null);
        assertThat(of(lock).getFirst().ending()).isEqualTo(Ending.UNKNOWN);
        assertThat(console.bean(Gaps.class).endingAfter(before)).anySatisfy(gap -> {
            assertThat(gap.why()).contains("dropped or renamed");
            assertThat(gap.from())
                    .as("the second of the end, by the oplog")
                    .isBetween(before.truncatedTo(ChronoUnit.SECONDS), after)
                    .isEqualTo(gap.from().truncatedTo(ChronoUnit.SECONDS));
        });
    }

    @Test
    void aSourceIsDroppedAndRenamedAndComesBack() {
        MongoCollection<Document> jobs = console.database().getCollection("shedLock");
        jobs.insertOne(Jobs.shedLock("idle", Jobs.ago(Duration.ofHours(1)), Jobs.ago(Duration.ofMinutes(10))));
        String body = "{\"database\":\"%s\",\"collection\":\"shedLock\",\"dialect\":\"shedlock\"}"
                .formatted(console.database().getName());
        Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"")
                .matcher(admin.post("/sources", body).body());
        assertThat(id.find()).isTrue();
        String path = "/locks/" + LockAddress.of(id.group(1)) + "/";
        for (Runnable end : List.<Runnable>of(
                jobs::drop,
                () -> jobs.renameCollection(
                        new MongoNamespace(console.database().getName(), "before")))) {
            String lock = "job" + System.nanoTime();
            jobs.insertOne(Jobs.shedLock(lock, Jobs.ago(Duration.ZERO), Jobs.in(Duration.ofMinutes(10))));
            soon().until(() -> admin.get(path + lock).statusCode() == 200);
            end.run();
            soon().until(() -> admin.get(path + lock).statusCode() == 404);
            jobs.insertOne(Jobs.shedLock(lock + "b", Jobs.ago(Duration.ZERO), Jobs.in(Duration.ofMinutes(10))));
            soon().until(() -> admin.get(path + lock + "b").statusCode() == 200);
            jobs.updateOne(
                    new Document("_id", lock + "b"),
                    new Document("$set", new Document("lockUntil", Jobs.ago(Duration.ZERO))));
            soon().until(() -> admin.get("/history?window=PT1H").body().contains(lock + "b"));
        }
    }

    @Test
    void theConsolesOwnHistoryIsDropped() {
        for (String each : List.of("leases", "waits", "digests", "gaps", "streams", "state", "minutes", "quarters")) {
            console.own().getCollection(each).drop();
        }
        String lock = "own:" + System.nanoTime();
        console.locks().remove(lock, console.locks().enqueue(lock, BILLING, TTL));
        soon().until(() -> of(lock).stream().anyMatch(lease -> lease.endedAt() != null));
        soon().untilAsserted(
                        () -> assertThat(console.own().getCollection("leases").listIndexes())
                                .anyMatch(index -> index.containsKey("expireAfterSeconds")));
        for (String path : List.of("/history", "/overview", "/findings", "/history/costs?window=P1D", "/sources")) {
            soon().untilAsserted(() ->
                    assertThat(admin.get(path).statusCode()).as(path).isEqualTo(200));
        }
    }

    private static List<LeaseRecord> of(String lock) {
        return console.bean(LeaseRecords.class).newestOf(lock, Limit.of(10));
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(1));
    }
}
