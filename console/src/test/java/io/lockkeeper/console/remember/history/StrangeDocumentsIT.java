package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Damage;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.Limit;

/** Whatever whoever may write locks stores among them, the history of the other locks goes on. */
class StrangeDocumentsIT {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner BILLING = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final BsonValue FIRST = new BsonDateTime(Long.MIN_VALUE);
    private static final BsonValue LAST = new BsonDateTime(Long.MAX_VALUE);

    @AutoClose
    private static final Console console = Console.start();

    @BeforeAll
    static void start() {
        soon().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
    }

    @Test
    void extremeDatesStopNoHistory() {
        seed("extreme:waiter", "queue.0.since", FIRST);
        seed("extreme:lease", "holders.0.acquiredAt", LAST);
        seed("extreme:expiry", "holders.0.expiresAt", new BsonDateTime(253_402_300_799_000L));
        seed("extreme:ttl", "holders.0.ttl", new BsonInt64(Long.MAX_VALUE));
        seed("extreme:released", "released.at", new BsonDateTime(0));
        seed("extreme:use", "holders.0.updatedAt", FIRST);
        assertIsRecorded("after:dates");
    }

    @Test
    void aLockWithAnExtremeDateIsShownAsDamagedForAsLongAsItHasOne() {
        locks().insertOne(Damage.sound("extreme:stays"));
        locks().updateOne(Filters.eq("_id", "extreme:stays"), Updates.set("queue.0.since", FIRST));
        soon().until(() -> console.bean(Board.class)
                .find("extreme:stays")
                .flatMap(Lock::damage)
                .filter(why -> why.contains("since"))
                .isPresent());
        locks().deleteOne(Filters.eq("_id", "extreme:stays"));
    }

    @Test
    void anAgentThatSaysItBeganBeforeTheBeginningIsPassedOverAndTheOthersAreAnswered() throws Exception {
        agents().insertOne(agent("sound", new BsonDateTime(System.currentTimeMillis())));
        agents().insertOne(agent("first", FIRST));
        agents().insertOne(agent("last", LAST));
        agents().insertOne(agent("large", new BsonDateTime(System.currentTimeMillis()))
                .append("outerLocks", new BsonString("x".repeat(12 << 20))));
        try (ApiClient client = new ApiClient(console).as(Console.VIEWER, Role.VIEWER)) {
            soon().untilAsserted(() -> {
                var answer = client.get("/agents");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("\"sound\"").doesNotContain("\"first\"", "\"large\"");
            });
        }
        soon().until(() ->
                console.bean(Undigested.class).sentences().stream().anyMatch(it -> it.contains("3 documents")));
    }

    @Test
    void hugeDocumentsStopNoHistoryAndLeaveAGapThatSaysSo() {
        locks().insertOne(Damage.padded("huge:padded", 12 << 20));
        locks().insertOne(Damage.full("huge:full", 12 << 20));
        locks().updateOne(Filters.eq("_id", "huge:full"), Updates.set("holders.0.note", "x"));
        locks().updateOne(Filters.eq("_id", "huge:full"), Updates.set("wake", "x".repeat(1 << 20)));
        locks().insertOne(new BsonDocument("_id", new BsonString("i".repeat(7 << 20))));
        assertIsRecorded("after:huge");
        assertThat(console.bean(Gaps.class).endingAfter(Instant.EPOCH))
                .extracting(Gap::why)
                .anyMatch(why -> why.contains("too large"))
                .as("who sees some locks sees all gaps")
                .noneMatch(why -> why.contains("huge:"));
        soon().until(() -> console.bean(Undigested.class).sentences().stream().anyMatch(it -> it.contains("huge:")));
    }

    @Test
    void aRecordThatCannotBeWrittenIsLeftOutAndTheOthersAreWritten() {
        Instant now = Instant.now();
        HistoryEvent.TokenSeen sound = new HistoryEvent.TokenSeen("written", 1, "a", now);
        HistoryEvent.TokenSeen poisoned = new HistoryEvent.TokenSeen("unwritten", 2, "a".repeat(17 << 20), now);
        RecorderPlace place = console.bean(Places.class).load().orElseThrow();
        LeftOut left =
                console.bean(HistoryCommit.class).write(new Digested(List.of(poisoned, sound), List.of()), place);
        assertThat(left.notUnderstood()).isEqualTo(1);
        assertThat(left.first()).isEqualTo("unwritten");
        assertThat(of("written")).hasSize(1);
    }

    @Test
    void whoWaitedBehindALeaseIsBounded() {
        String holder = console.locks().enqueue("crowded", BILLING, TTL);
        for (int i = 0; i < 150; i++) {
            Owner waiter = Locks.owner("crowd", "instance-" + i, 1, "main", "");
            console.locks().remove("crowded", console.locks().enqueue("crowded", waiter, TTL));
        }
        console.locks().remove("crowded", holder);
        soon().until(() -> of("crowded").stream().anyMatch(lease -> lease.endedAt() != null));
        assertThat(of("crowded").getFirst().behind()).hasSizeBetween(100, 120);
    }

    private static void assertIsRecorded(String lock) {
        console.locks().remove(lock, console.locks().enqueue(lock, BILLING, TTL));
        soon().until(() -> of(lock).stream().anyMatch(lease -> lease.endedAt() != null));
        assertThat(console.bean(Recorder.class).status()).isInstanceOf(RecorderStatus.Recording.class);
    }

    /** A sound lock whose field becomes that, after which all of its entries leave, and which is deleted then. */
    private static void seed(String name, String field, BsonValue value) {
        locks().insertOne(Damage.sound(name));
        locks().updateOne(Filters.eq("_id", name), Updates.set(field, value));
        locks().updateOne(
                        Filters.eq("_id", name),
                        Updates.combine(Updates.set("queue", List.of()), Updates.set("holders", List.of())));
        locks().deleteOne(Filters.eq("_id", name));
    }

    private static BsonDocument agent(String id, BsonValue date) {
        return BsonDocument.parse(
                        "{ service: 's', instance: 'i', host: 'h', pid: 1, version: '0.1.0', held: 0, waiting: 0 }")
                .append("_id", new BsonString(id))
                .append("started", date)
                .append("lastSeen", date);
    }

    private static MongoCollection<BsonDocument> locks() {
        return console.database().getCollection("locks", BsonDocument.class);
    }

    private static MongoCollection<BsonDocument> agents() {
        return console.database().getCollection("agents", BsonDocument.class);
    }

    private static List<LeaseRecord> of(String lock) {
        return console.bean(LeaseRecords.class).newestOf(lock, Limit.of(100));
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(100));
    }
}
