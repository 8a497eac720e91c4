package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class PurgingIT {

    private static final int MANY = 10;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoCollection<Document> locks = database.getCollection(LockDocument.COLLECTION);
    private Instant now = Instant.now();
    private final Purging purging = new Purging(database, () -> now, MANY);

    @Test
    void manyLocksThatShouldHaveBeenPurgedAreFoundWithWhatThereWasBefore() {
        locks.createIndexes(LockkeeperCollection.LOCKS.models());
        insert(3, Duration.ofMinutes(-1));
        assertThat(purging.look()).isEmpty();
        await().until(() -> {
            insert(
                    MANY + 1,
                    Duration.ofHours(26)); // until the test's server, which purges every second, has not yet done so
            now = now.plus(Duration.ofMinutes(2));
            return !purging.look().isEmpty();
        });
        assertThat(purging.look()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.COLLECTION_GROWS);
            assertThat(found.evidence())
                    .contains(
                            "documents, and had 3 ",
                            "More than 10 are of locks that have been unused for over 1 d 01 h");
        });
    }

    @Test
    void afterAFewThatTheServerHasNotYetPurgedNobodyNeedsToLook() {
        locks.createIndexes(LockkeeperCollection.LOCKS.models());
        insert(MANY, Duration.ofHours(26));
        assertThat(purging.look()).isEmpty();
    }

    @Test
    void aMissingIndexIsFoundUnlessThereIsNoLock() {
        assertThat(purging.look()).isEmpty();
        insert(MANY + 1, Duration.ofHours(26));
        now = now.plus(Duration.ofMinutes(2));
        assertThat(purging.look()).extracting(Detected::kind).containsExactly(Kind.INDEX_MISSING);
    }

    @Test
    void whereOnlyAnotherProgramHasDocumentsNoIndexIsMissing() {
        locks.insertOne(new Document("lockName", "report")
                .append("holder", "app-1")
                .append("expiresAt", Date.from(now.minusSeconds(9))));
        assertThat(purging.look()).isEmpty();
        insert(1, Duration.ZERO);
        now = now.plus(Duration.ofMinutes(2));
        assertThat(purging.look()).extracting(Detected::kind).containsExactly(Kind.INDEX_MISSING);
    }

    @Test
    void theIndexOfAnEarlierVersionIsFoundWithTheCommandThatReplacesIt() {
        locks.createIndex(
                new Document("expiresAt", 1),
                new IndexOptions().name("lockkeeper_purge").expireAfter(86_400L, TimeUnit.SECONDS));
        assertThat(purging.look()).extracting(Detected::kind).containsExactly(Kind.INDEX_DELETES_OTHERS);
        assertThat(FindingRow.atAShell(Kind.INDEX_DELETES_OTHERS))
                .contains("name: \"lockkeeper_purge_locks\"", "\"holders\": {\"$type\": \"array\"}")
                .contains("db.locks.dropIndex(\"lockkeeper_purge\")");
    }

    private void insert(int some, Duration ago) {
        List<Document> documents = IntStream.range(0, some)
                .mapToObj(i -> new Document("capacity", 1)
                        .append("holders", List.of())
                        .append("queue", List.of())
                        .append("expiresAt", Date.from(now.minus(ago))))
                .toList();
        locks.insertMany(documents);
    }
}
