package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OwnServer
class ReplicaSetIT {
    private static final ReplicaSet SET = ReplicaSet.start(3);

    private final MongoCollection<Document> things = SET.client()
            .getDatabase("test")
            .getCollection("things")
            .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(20, TimeUnit.SECONDS));

    @AfterAll
    static void stop() {
        SET.close();
    }

    @BeforeEach
    void waitForPrimary() {
        SET.awaitPrimary();
    }

    @Test
    void anotherMemberTakesOverWhenThePrimaryStepsDown() {
        int before = SET.primary();
        SET.stepDownPrimary();
        awaitPrimaryOtherThan(before);
        things.insertOne(new Document());
    }

    @Test
    void anotherMemberTakesOverWhenThePrimaryIsKilledAndTheKilledOneComesBack() {
        int before = SET.primary();
        SET.kill(before);
        awaitPrimaryOtherThan(before);
        things.insertOne(new Document());
        SET.restart(before);
        things.withWriteConcern(new WriteConcern(3)).insertOne(new Document());
    }

    @Test
    void aPausedPrimaryIsReplacedAndStaysReplacedWhenResumed() {
        int before = SET.primary();
        SET.pause(before);
        awaitPrimaryOtherThan(before);
        SET.resume(before);
        things.withWriteConcern(new WriteConcern(3)).insertOne(new Document());
        assertThat(SET.awaitPrimary()).isNotEqualTo(before);
    }

    @Test
    void aFailPointFailsCommandsUntilItIsSwitchedOff() {
        Document data = new Document("failCommands", List.of("count", "aggregate")).append("errorCode", 2);
        FailPoint failing = SET.failCommand(data);
        assertThatThrownBy(things::countDocuments).isInstanceOf(MongoException.class);
        failing.off();
        assertThat(things.countDocuments()).isNotNegative();
    }

    private static void awaitPrimaryOtherThan(int member) {
        await().atMost(Duration.ofSeconds(30)).until(() -> SET.awaitPrimary() != member);
    }
}
