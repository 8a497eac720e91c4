package io.lockkeeper.console.watch.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.test.MongoServer;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LateFeedIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final Undigested undigested = new Undigested();
    private final LateFeed feed = new LateFeed(database, undigested);

    @AfterEach
    void drop() {
        database.drop();
    }

    /** Services write the collection, and so may anybody with an agent's role. */
    @Test
    void aReportThatCannotBeReadIsPassedOverAndCounted() {
        Document report = new Document("late", "WRITE")
                .append("lock", "report")
                .append("acquirer", "a-1")
                .append("token", 7L)
                .append("owner", owner())
                .append("first", Date.from(Instant.now()))
                .append("last", Date.from(Instant.now()))
                .append("times", 2);
        Document poisoned = new Document(report).append("token", "seven");
        database.getCollection("agents").insertOne(new Document(poisoned).append("_id", "poisoned"));
        feed.read();
        assertThat(undigested.sentences())
                .containsExactly(
                        "1 reports of late attempts in the collection agents are damaged: they are passed over.");
        database.getCollection("agents").deleteOne(new Document("_id", "poisoned"));
        feed.read();
        assertThat(undigested.sentences()).isEmpty();
    }

    private static Document owner() {
        return new Document("agent", "a").append("service", "billing").append("instance", "bill-1");
    }
}
