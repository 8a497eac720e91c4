package io.lockkeeper.console.ground.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.test.MongoServer;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first start of a console on data that somebody has written by hand, or a later version: it migrates what it can read. */
@Tag("nightly")
class PoisonedStartIT {

    private final MongoDatabase locks = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(locks.getName() + "_console");

    @AfterEach
    void drop() {
        locks.drop();
        own.drop();
    }

    @Test
    void itStartsAndPeopleLogIn() {
        Document poisoned = new Document("_id", "poisoned")
                .append("role", 5)
                .append("kinds", "x")
                .append("at", "x");
        List.of(
                        "users",
                        "tokens",
                        "audit",
                        "access",
                        "sources",
                        "alert_rules",
                        "alert_targets",
                        "alert_episodes",
                        "dismissals",
                        "sightings",
                        "minutes")
                .forEach(each -> own.getCollection(each).insertOne(new Document(poisoned)));
        locks.getCollection("audit")
                .insertMany(List.of(
                        new Document("_id", new ObjectId()).append("action", new Document()),
                        new Document("_id", 5),
                        new Document("_id", "sound").append("reason", "test")));
        locks.getCollection("locks").insertOne(new Document("_id", 7).append("holders", "x"));
        try (ConsoleProcess console = ConsoleProcess.on(locks).healthy();
                Visitor visitor = new Visitor(console)) {
            assertThat(visitor.logIn(Console.OPERATOR, Console.OPERATOR)).doesNotStartWith("/login");
            assertThat(visitor.get("/export/audit.json").statusCode()).isEqualTo(200);
            assertThat(own.getCollection("audit")
                            .find(new Document("_id", "sound"))
                            .first())
                    .isNotNull();
            assertThat(own.getCollection("users").countDocuments(new Document("role", "ADMIN")))
                    .isEqualTo(1);
        }
    }
}
