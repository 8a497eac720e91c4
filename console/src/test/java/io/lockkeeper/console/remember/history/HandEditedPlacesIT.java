package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.data.domain.Limit;

/** Somebody has changed by hand what the recorder keeps for itself: the history goes on, with a gap for what it missed. */
class HandEditedPlacesIT {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner BILLING = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final Document PLACE = new Document("_id", RecorderPlace.ID);

    @AutoClose
    private static final Console console = Console.start();

    private static int runs;

    @BeforeAll
    static void start() {
        soon().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
        console.own()
                .getCollection("digests") // something was counted: the past is not read again
                .insertOne(new Document("_id", new Document("lock", "counted").append("minute", Instant.now())));
    }

    static List<Document> changes() {
        return List.of(
                new Document("fence", Long.MAX_VALUE),
                new Document("fence", "x"),
                new Document("token", "x"),
                new Document("token", new Document("_data", "x")),
                new Document("token", new Document("_data", "82")),
                new Document("token", new Document("_data", "8269FFFFFF00000001FFFF")),
                new Document("token", new Document("_data", "82000000FF000000012B0229296E04").append("x", 1)),
                new Document("at", new BsonDateTime(Long.MAX_VALUE)),
                new Document("at", new BsonDateTime(Long.MIN_VALUE)),
                new Document("begun", null),
                new Document("begun", new BsonDateTime(Long.MAX_VALUE)));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aPlaceFromWhichNobodyCanGoOnIsForgottenAndNamesAGap(Document change) {
        Recorder recorder = console.bean(Recorder.class);
        recorder.stop();
        Instant stopped = Instant.now();
        streams().updateOne(PLACE, new Document("$set", change));
        recorder.start();
        String lock = "after:" + runs++;
        soon().until(() -> recorder.status() instanceof RecorderStatus.Recording);
        console.locks().remove(lock, console.locks().enqueue(lock, BILLING, TTL));
        soon().until(() -> of(lock).stream().anyMatch(lease -> lease.endedAt() != null));
        assertThat(console.bean(Gaps.class).endingAfter(stopped.minusMillis(500)))
                .isNotEmpty();
    }

    /** A waiter is to be noted behind a lease in whose record there is a text instead of a list. */
    @Test
    void aRecordOfALeaseThatTakesNoWaiterKeepsNoOtherFromBeingWritten() {
        String holder = console.locks().enqueue("torn", BILLING, TTL);
        soon().until(() -> of("torn").size() == 1);
        console.own()
                .getCollection(LeaseRecord.COLLECTION)
                .updateOne(new Document("_id.lock", "torn"), new Document("$set", new Document("behind", "x")));
        String waiter = console.locks().enqueue("torn", Locks.owner("shop", "shop-1", 1, "main", ""), TTL);
        console.locks().remove("torn", waiter);
        console.locks().remove("beside", console.locks().enqueue("beside", BILLING, TTL));
        soon().until(() -> of("beside").stream().anyMatch(lease -> lease.endedAt() != null));
        console.locks().remove("torn", holder);
    }

    @Test
    void aRetentionThatNobodyCanHaveChosenDeletesNothing() {
        MongoCollection<Document> state = console.own().getCollection("state");
        for (Document change : List.of(
                new Document("days", -1).append("megabytes", 500L),
                new Document("days", Integer.MAX_VALUE).append("megabytes", 500L),
                new Document("days", 30).append("megabytes", -1L),
                new Document("days", 30).append("megabytes", Long.MAX_VALUE))) {
            Document choice = new Document("_id", Retention.RetentionChoice.ID)
                    .append("changedAt", Instant.now())
                    .append("changedBy", "somebody");
            choice.putAll(change);
            state.insertOne(choice);
            try {
                assertThatThrownBy(() -> console.bean(Retention.class).read())
                        .as(change.toString())
                        .isInstanceOf(DataRetrievalFailureException.class)
                        .hasMessageContaining("history-retention");
            } finally {
                state.deleteOne(new Document("_id", Retention.RetentionChoice.ID));
            }
        }
        console.bean(Retention.class).read();
    }

    private static List<LeaseRecord> of(String lock) {
        return console.bean(LeaseRecords.class).newestOf(lock, Limit.of(10));
    }

    private static MongoCollection<Document> streams() {
        return console.own().getCollection("streams");
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(30));
    }
}
