package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.query.Query;

/** Alerts of a whole console, told to a real HTTP and a real SMTP server. */
@ExtendWith(OutputCaptureExtension.class)
class AlertsIT {

    private static final Duration SOON = Duration.ofSeconds(40);

    @AutoClose
    private static final AlertScene scene = new AlertScene();

    @AfterEach
    void cleanUp() {
        scene.cleanUp();
    }

    @Test
    void aFindingIsToldOnceToEachTargetAndThatItIsOver() throws Exception {
        scene.actAsAdmin();
        scene.rule("by both", "hook", "mail");
        scene.damage("order:1");
        await().atMost(SOON).until(() -> scene.inbox().about("order:1").size() == 1);
        await().atMost(SOON).until(() -> scene.mailed("order:1").size() == 1);
        scene.console().locks().collection().deleteOne(new Document("_id", "order:1"));
        await().atMost(SOON).until(() -> scene.inbox().about("order:1").size() == 2);
        await().atMost(SOON).until(() -> scene.mailed("order:1").size() == 2);
        assertThat(scene.inbox().about("order:1").stream().map(Inbox.Received::type))
                .containsExactly("firing", "resolved");
        assertThat(scene.mailed("order:1"))
                .containsExactly(
                        "[warning] The document is damaged: order:1", "Resolved: The document is damaged: order:1");
        assertThat(scene.count("alert_episodes", new Document())).isZero();
    }

    @Test
    void thatSomebodyIsOnItIsToldOnceInTheThreadOfTheAlert() throws Exception {
        scene.actAsAdmin();
        scene.rule("by hook", "hook");
        scene.rule("by mail", "mail");
        scene.damage("order:taken");
        await().atMost(SOON).until(() -> scene.count("alert_episodes", new Document("delivered", true)) == 2);
        scene.isOnIt("order:taken");
        await().atMost(SOON).until(() -> scene.inbox().about("order:taken").size() == 2);
        await().atMost(SOON).until(() -> scene.mails("order:taken").size() == 2);
        Inbox.Received first = scene.inbox().about("order:taken").getFirst();
        Inbox.Received taken = scene.inbox().about("order:taken").getLast();
        assertThat(taken.type()).isEqualTo("taken");
        assertThat(taken.body().getList("answers", String.class)).containsExactly(first.id());
        MimeMessage alert = scene.mails("order:taken").getFirst();
        MimeMessage answer = scene.mails("order:taken").getLast();
        assertThat(answer.getSubject()).isEqualTo("boss is on it: The document is damaged: order:taken");
        assertThat(answer.getHeader("In-Reply-To")).containsExactly(alert.getMessageID());
        assertThat(answer.getHeader("References")).containsExactly(alert.getMessageID());
        scene.console().locks().collection().deleteOne(new Document("_id", "order:taken"));
        await().atMost(SOON).until(() -> scene.inbox().about("order:taken").size() == 3);
        await().atMost(SOON).until(() -> scene.mails("order:taken").size() == 3);
        assertThat(scene.mails("order:taken").getLast().getHeader("References")).containsExactly(alert.getMessageID());
    }

    /** Written by hand, or by a later version. */
    @Test
    void aRuleThatCannotBeReadKeepsNoOtherFromSpeaking() {
        scene.actAsAdmin();
        MongoDatabase own = scene.console().own();
        Document poisoned = new Document("_id", "poisoned");
        own.getCollection("alert_rules")
                .insertOne(new Document(poisoned)
                        .append("kinds", List.of("OF_LATER"))
                        .append("least", 5));
        own.getCollection("alert_episodes").insertOne(new Document(poisoned).append("startedAt", new Document()));
        own.getCollection("alert_targets").insertOne(new Document(poisoned).append("kind", "OF_LATER"));
        try {
            scene.rule("sound", "hook");
            scene.damage("order:poison");
            await().atMost(SOON).until(() -> scene.inbox().about("order:poison").size() == 1);
            assertThat(scene.alerts().look().rules())
                    .extracting(AlertRule::name)
                    .containsExactly("sound");
            assertThat(scene.console().bean(Undigested.class).sentences())
                    .anyMatch(it -> it.contains("collection alert_rules cannot be read") && it.contains("poisoned"));
        } finally {
            List.of("alert_rules", "alert_episodes", "alert_targets")
                    .forEach(each -> own.getCollection(each).deleteOne(poisoned));
        }
    }

    /** Written by hand, or by a later version. */
    @Test
    void aMessageThatCannotBeReadKeepsNoOtherFromBeingSentAndIsNamed() {
        scene.actAsAdmin();
        MongoCollection<Document> deliveries = scene.console().own().getCollection("alert_deliveries");
        Document poisoned = new Document("_id", "poisoned");
        deliveries.insertOne(new Document(poisoned)
                .append("target", "elsewhere")
                .append("type", "OF_LATER")
                .append("state", "WAITING")
                .append("attempts", 0)
                .append("posted", 0)
                .append("nextAt", Instant.EPOCH));
        try {
            scene.rule("beside it", "hook");
            scene.damage("order:beside");
            await().atMost(SOON).until(() -> scene.inbox().about("order:beside").size() == 1);
            await().pollInSameThread()
                    .atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(scene.alerts().look().waiting()).isEmpty());
            assertThat(scene.console().bean(Undigested.class).sentences())
                    .anyMatch(
                            it -> it.contains("collection alert_deliveries cannot be read") && it.contains("poisoned"));
        } finally {
            deliveries.deleteOne(poisoned);
        }
    }

    @Test
    void aReceiverThatFailsGetsTheSameMessageAgainUntilItTakesIt() {
        scene.actAsAdmin();
        AtomicInteger tries = new AtomicInteger();
        scene.inbox().answers(message -> tries.incrementAndGet() < 4 ? 500 : 200);
        scene.rule("retried", "hook");
        scene.damage("order:2");
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document("state", "SENT")) == 1);
        List<Inbox.Received> all = scene.inbox().about("order:2");
        assertThat(all).hasSize(4);
        assertThat(all.stream().map(Inbox.Received::id).distinct()).hasSize(1);
    }

    @Test
    void pagerDutyGetsEachEventOnceAlsoWhenOneOfThemFails() {
        scene.actAsAdmin();
        scene.alerts()
                .targets()
                .saveWebhook("pager", scene.inbox().origin() + "/v2", WebhookFormat.PAGERDUTY, "a".repeat(32), null);
        AtomicInteger taken = new AtomicInteger();
        scene.inbox().answers(event -> taken.getAndIncrement() == 1 ? 503 : 202);
        scene.damage("order:event:1");
        scene.damage("order:event:2");
        await().atMost(SOON).until(() -> found("order:event:") == 2);
        scene.rule("pages", "pager");
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document("state", "SENT")) == 1);
        assertThat(taken).hasValue(3);
    }

    private static long found(String prefix) {
        return scene.console().bean(FindingsFeed.class).latest(LockScope.EVERYTHING).findings().stream()
                .filter(finding -> finding.where().startsWith(prefix))
                .count();
    }

    @Test
    void whatIsGivenUpIsShownAndSentAgainWhenAnAdministratorSaysSo() {
        scene.actAsAdmin();
        scene.inbox().answers(message -> 500);
        scene.rule("dead", "hook");
        scene.damage("order:3");
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document()) == 1);
        scene.theNextAttemptIs(Backoff.ATTEMPTS);
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document("state", "DEAD")) == 1);
        Delivery dead = scene.alerts().look().dead().getFirst();
        assertThat(dead.problem()).isEqualTo("It answered 500.");
        await().atMost(SOON).until(() -> scene.console().bean(AlertRounds.class).deadLetters() == 1);
        scene.inbox().answers(message -> 204);
        scene.alerts().sendAgain(dead);
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document("state", "SENT")) == 1);
        assertThat(scene.alerts().look().sent().getFirst().id()).isEqualTo(dead.id());
        assertThatThrownBy(() -> scene.alerts().sendAgain(dead)).isInstanceOf(RefusedException.class);
    }

    @Test
    void aTargetThatNeverHeardOfAFindingDoesNotHearThatItIsOver() {
        scene.actAsAdmin();
        scene.inbox().answers(message -> 500);
        scene.rule("unheard", "hook");
        scene.damage("order:4");
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document()) == 1);
        scene.theNextAttemptIs(Backoff.ATTEMPTS);
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document("state", "DEAD")) == 1);
        scene.inbox().answers(message -> 204);
        scene.console().locks().collection().deleteOne(new Document("_id", "order:4"));
        await().atMost(SOON).until(() -> scene.count("alert_episodes", new Document()) == 0);
        assertThat(scene.count("alert_deliveries", new Document("type", "RESOLVED")))
                .isZero();
    }

    @Test
    void ofTwoConsolesOneTellsAlsoWhenTheFirstEnds() {
        scene.actAsAdmin();
        scene.rule("two", "hook");
        Console second = scene.console().another(scene.settings());
        try {
            for (int i = 0; i < 5; i++) {
                scene.damage("order:two:" + i);
            }
            await().atMost(SOON).until(() -> scene.toldLocks("order:two:") == 5);
            // both write at once, as when the one in charge was halted and does not know it yet
            List<AlertRule> rules = scene.console().bean(OwnRecords.class).find(new Query(), AlertRule.class);
            List<Episode> told = scene.console().bean(OwnRecords.class).find(new Query(), Episode.class);
            assertThat(told).hasSize(5);
            assertThatThrownBy(() -> second.bean(Outbox.class)
                            .announce(
                                    Route.of(rules.getFirst()).getFirst(),
                                    scene
                                            .console()
                                            .bean(FindingsFeed.class)
                                            .latest(LockScope.EVERYTHING)
                                            .findings()
                                            .stream()
                                            .filter(rules.getFirst()::matches)
                                            .toList(),
                                    Instant.now()))
                    .isInstanceOf(DataAccessException.class);
            await().atMost(SOON) // that the message has arrived is noted after it has
                    .until(() -> scene.count("alert_deliveries", new Document("state", "WAITING")) == 0);
            assertThat(scene.toldLocks("order:two:")).isEqualTo(5);
        } finally {
            second.stop();
        }
    }

    @Test
    void whileMongoDbDoesNotAnswerNothingIsLostThatStillStands(CapturedOutput output) {
        scene.actAsAdmin();
        scene.rule("outage", "hook");
        scene.console()
                .fail(new Document("failCommands", List.of("insert", "update", "findAndModify", "commitTransaction"))
                        .append("errorCode", 11601));
        scene.damage("order:5");
        await().atMost(SOON).until(() -> output.getOut().contains("Alerts are not sent for now"));
        assertThat(scene.inbox().about("order:5")).isEmpty();
        scene.console().heal();
        await().atMost(SOON).until(() -> scene.inbox().about("order:5").size() == 1);
    }

    @Test
    void aMessageWhoseArrivalCouldNotBeNotedIsSentAgainUnderTheSameId() {
        scene.actAsAdmin();
        scene.rule("unnoted", "hook");
        scene.inbox().answers(message -> {
            scene.console()
                    .fail(new Document("failCommands", List.of("commitTransaction", "update"))
                            .append("errorCode", 11601));
            return 204;
        });
        scene.damage("order:6");
        await().atMost(SOON).until(() -> scene.inbox().about("order:6").size() == 1);
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document("attempts", 1)) == 1);
        scene.inbox().answers(message -> 204);
        scene.console().heal();
        assertThat(scene.count("alert_deliveries", new Document("state", "WAITING")))
                .isEqualTo(1);
        scene.theNextAttemptIs(2); // as if the two minutes were over after which an attempt counts as cut off
        await().atMost(SOON).until(() -> scene.count("alert_deliveries", new Document("state", "SENT")) == 1);
        assertThat(scene.inbox().about("order:6").stream()
                        .map(Inbox.Received::id)
                        .distinct())
                .hasSize(1);
    }
}
