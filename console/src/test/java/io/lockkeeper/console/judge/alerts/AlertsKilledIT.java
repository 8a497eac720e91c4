package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A console that is killed after a webhook has its message and before that is noted, and the console after it. */
@Tag("nightly")
class AlertsKilledIT {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    private final MongoDatabase locks = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(locks.getName() + "_console");
    private final Inbox inbox = new Inbox();
    private final String[] settings = {
        "--lockkeeper.secrets-key=" + KEY,
        "--lockkeeper.alerts.allowed-hosts=" + inbox.origin(),
        "--lockkeeper.alerts.allowed-networks=127.0.0.0/8",
        "--lockkeeper.alerts.interval=0s",
    };

    @AfterEach
    void stop() {
        inbox.close();
        locks.drop();
        own.drop();
    }

    @Test
    void theMessageComesAgainUnderTheSameIdAndNoOtherComes() {
        setUp();
        AtomicReference<ConsoleProcess> running = new AtomicReference<>();
        inbox.answers(message -> {
            Objects.requireNonNull(running.get()).kill();
            return 204;
        });
        locks.getCollection("locks", BsonDocument.class)
                .insertOne(BsonDocument.parse("{ _id: 'order:1', holders: 'x' }"));
        try (ConsoleProcess killed = ConsoleProcess.on(locks, settings)) {
            running.set(killed);
            await().atMost(LONG).until(() -> inbox.about("order:1").size() == 1);
            await().atMost(LONG).until(() -> !killed.isRunning());
            assertThat(deliveries().countDocuments(new Document("state", "WAITING").append("attempts", 1)))
                    .isEqualTo(1);
            inbox.answers(message -> 204);
            // as if the two minutes were over after which the attempt counts as cut off
            deliveries()
                    .updateMany(new Document(), new Document("$set", new Document("nextAt", Date.from(Instant.now()))));
            try (ConsoleProcess next = ConsoleProcess.on(locks, settings)) {
                await().atMost(LONG).until(() -> deliveries().countDocuments(new Document("state", "SENT")) == 1);
                assertThat(next.isRunning()).isTrue();
                List<Inbox.Received> all = inbox.about("order:1");
                assertThat(all).hasSize(2);
                assertThat(all.stream().map(Inbox.Received::id).distinct()).hasSize(1);
                assertThat(deliveries().countDocuments()).isEqualTo(1);
            }
        }
    }

    private MongoCollection<Document> deliveries() {
        return own.getCollection("alert_deliveries");
    }

    private void setUp() {
        Sealed sealed = new SecretsKey(KEY)
                .seal("hook", WebhookSecret.signing(inbox.origin() + "/x").text());
        own.getCollection("alert_targets")
                .insertOne(new Document("_id", "hook")
                        .append("channel", "WEBHOOK")
                        .append("address", inbox.origin())
                        .append("secret", new Document("key", sealed.key()).append("bytes", sealed.bytes()))
                        .append("changedAt", Date.from(Instant.now()))
                        .append("changedBy", "test"));
        own.getCollection("alert_rules")
                .insertOne(new Document("_id", "all")
                        .append("kinds", List.of())
                        .append("least", "NOTE")
                        .append("prefix", "order:")
                        .append("target", "hook")
                        .append("sendsResolved", true)
                        .append("changedAt", Date.from(Instant.now()))
                        .append("changedBy", "test"));
    }
}
