package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.mongodb.StreamReach;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.Place;
import io.lockkeeper.test.ReplicaSet;
import io.lockkeeper.test.ReplicaSet.Elections;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An oplog that no longer reaches as far back as the history is to begin. */
class ShortOplogIT {

    private static final Owner BILLING = Locks.owner("billing", "bill-1", 1, "main", "");

    @AutoClose
    private final ReplicaSet server = ReplicaSet.start(List.of(Place.LOOPBACK), Elections.FAST, "--oplogSize", "1");

    @Tag("nightly")
    @Test
    void theTimeBeforeItIsAGapAndTheRestIsTold() {
        Locks locks = new Locks(server.client().getDatabase("console"));
        locks.remove("forgotten", locks.enqueue("forgotten", BILLING, Duration.ofSeconds(30)));
        BsonTimestamp first = CommittedTime.of(server.client().getDatabase("console"), "locks");
        writeUntilForgotten(first);
        locks.remove("told", locks.enqueue("told", BILLING, Duration.ofSeconds(30)));
        try (Console console = Console.start(server)) {
            History history = console.bean(History.class);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(history.newestOf(LockId.first("told"), 10))
                            .hasSize(1));
            assertThat(history.newestOf(LockId.first("forgotten"), 10)).isEmpty();
            Gap gap = history.gapsSince(Instant.EPOCH).getFirst();
            assertThat(gap.why()).contains("its oplog did not reach back");
            assertThat(gap.from()).isBefore(Instant.now().minus(Duration.ofHours(23)));
            assertThat(gap.until()).isAfter(Instant.ofEpochSecond(first.getTime()));
            assertThat(history.reachesBackTo()).contains(gap.until());
        }
    }

    private void writeUntilForgotten(BsonTimestamp first) {
        MongoCollection<Document> other = server.client().getDatabase("other").getCollection("many");
        byte[] noise = new byte[1 << 20];
        new Random(7).nextBytes(noise);
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> {
                    other.insertMany(IntStream.range(0, 10)
                            .mapToObj(i -> new Document("noise", new Binary(noise)))
                            .toList());
                    other.deleteMany(new Document());
                    return reach(first).compareTo(first) > 0;
                });
    }

    private BsonTimestamp reach(BsonTimestamp moment) {
        return StreamReach.from(
                moment,
                CommittedTime.of(server.client().getDatabase("console"), "locks"),
                server.client().getDatabase("console"),
                LockDocument.COLLECTION);
    }
}
