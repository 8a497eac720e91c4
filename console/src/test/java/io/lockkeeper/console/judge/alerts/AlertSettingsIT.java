package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.access.AccessDeniedException;

/** What alerts are told to, and what of it is secret: set up without a restart, encrypted, and on record. */
@ExtendWith(OutputCaptureExtension.class)
class AlertSettingsIT {

    private static final Duration SOON = Duration.ofSeconds(40);

    @AutoClose
    private static final AlertScene scene = new AlertScene();

    @AfterEach
    void cleanUp() {
        scene.cleanUp();
    }

    @Test
    void pagerDutyGetsAnEventAFindingWithTheRoutingKeyAndNoSignature() {
        scene.actAsAdmin();
        assertThatThrownBy(() -> scene.alerts()
                        .targets()
                        .saveWebhook("pager", scene.inbox().origin(), WebhookFormat.PAGERDUTY, " ", null))
                .hasMessageContaining("Yours is missing");
        String key = "0123456789abcdef0123456789abcdef";
        assertThat(scene.alerts()
                        .targets()
                        .saveWebhook("pager", scene.inbox().origin() + "/v2", WebhookFormat.PAGERDUTY, key, null))
                .isEmpty();
        scene.inbox().forget();
        Targets.Tested tested = scene.alerts().targets().test("pager");
        assertThat(tested.outcome()).startsWith("The test arrived");
        assertThat(tested.message()).contains("\"routing_key\"", "\"resolve\"").doesNotContain(key);
        assertThat(scene.inbox().received()).hasSize(2).allSatisfy(event -> {
            assertThat(event.body().getString("routing_key")).isEqualTo(key);
            assertThat(event.id()).isNull();
        });
        Document stored = scene.console()
                .own()
                .getCollection("alert_targets")
                .find(new Document("_id", "pager"))
                .first();
        assertThat(String.valueOf(stored)).contains("PAGERDUTY").doesNotContain(key);
        scene.alerts()
                .deleteTarget(
                        "pager",
                        Objects.requireNonNull(stored).getDate("changedAt").toInstant());
    }

    /** As it is where nothing was set up: the first start makes a key, which all consoles share until one is given. */
    @Test
    void aWebhookIsSetUpWithoutASettingAndItsSecretIsEncryptedAgainWithTheKeyThatIsGivenLater() {
        try (Console bare = Console.start("--lockkeeper.alerts.console-url=https://ops.example.com")) {
            bare.administrator("boss", "correct horse battery");
            scene.actAsAdmin();
            bare.bean(Targets.class)
                    .saveWebhook(
                            "team", "https://hooks.slack.com/services/T0/B0/secret", WebhookFormat.SLACK, "", null);
            MongoCollection<Document> targets = bare.own().getCollection("alert_targets");
            String stored = String.valueOf(targets.find().first());
            assertThat(stored).contains("https://hooks.slack.com").doesNotContain("services");
            Console given = bare.another("--lockkeeper.secrets-key=" + AlertScene.KEY);
            try {
                await().atMost(SOON)
                        .until(() -> !String.valueOf(targets.find().first()).equals(stored));
                scene.actAsAdmin();
                AlertTarget target = given.bean(Alerts.class).look().targets().getFirst();
                assertThat(new SecretsKey(AlertScene.KEY).open("team", Objects.requireNonNull(target.secret())))
                        .startsWith("https://hooks.slack.com/services/T0/B0/secret");
            } finally {
                given.stop();
            }
        } finally {
            scene.actAsAdmin();
        }
    }

    @Test
    void aSecretOfAnotherKeyFailsWithASentenceAndStandsNowhere(CapturedOutput output) {
        scene.actAsAdmin();
        Document stored = scene.console()
                .own()
                .getCollection("alert_targets")
                .find(new Document("_id", "hook"))
                .first();
        assertThat(String.valueOf(stored)).doesNotContain("secret-path", "whsec_");
        String[] other = scene.settings();
        other[0] = "--lockkeeper.secrets-key=ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
        Console second = scene.console().another(other);
        try {
            scene.actAsAdmin(); // a console that starts forgets who acts
            assertThat(second.bean(Targets.class).test("hook").outcome()).contains("another LOCKKEEPER_SECRETS_KEY");
        } finally {
            second.stop();
        }
        scene.actAsAdmin();
        assertThat(scene.alerts().targets().test("hook").outcome()).startsWith("The test arrived");
        assertThat(scene.alerts().targets().test("mail").outcome()).startsWith("The mail server took");
        assertThat(output.getOut()).doesNotContain("secret-path", "whsec_");
        assertEncryptedAnewAtAStartWithTheKeyBefore();
    }

    /** A console that starts with the new key, and the one before that encrypted what is stored. */
    private static void assertEncryptedAnewAtAStartWithTheKeyBefore() {
        MongoCollection<Document> targets = scene.console().own().getCollection("alert_targets");
        Document hook = new Document("_id", "hook");
        Document stored = Objects.requireNonNull(targets.find(hook).first());
        String[] rotated = Arrays.copyOf(scene.settings(), scene.settings().length + 1);
        rotated[0] = "--lockkeeper.secrets-key=ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
        rotated[rotated.length - 1] = "--lockkeeper.secrets-key-before=" + AlertScene.KEY;
        Console second = scene.console().another(rotated);
        try {
            scene.actAsAdmin(); // a console that starts forgets who acts
            assertThat(second.bean(Targets.class).test("hook").outcome()).startsWith("The test arrived");
            assertThat(scene.alerts().targets().test("hook").outcome()).contains("another LOCKKEEPER_SECRETS_KEY");
            assertThat(scene.console()
                            .own()
                            .getCollection("access")
                            .find(new Document("user", "hook"))
                            .map(entry -> entry.getString("what")))
                    .contains("its secret was encrypted with the new key");
        } finally {
            second.stop();
            targets.replaceOne(hook, stored);
        }
    }

    @Test
    void eachChangeIsOnRecordAndOnlyAnAdministratorMakesOne() {
        scene.actAsAdmin();
        scene.rule("recorded", "hook");
        scene.alerts()
                .deleteRule("recorded", scene.alerts().look().rules().getFirst().changedAt());
        List<String> record = scene.console()
                .own()
                .getCollection("access")
                .find(new Document("user", "alert: recorded"))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
        assertThat(record)
                .containsExactly("rule added: All findings, locks that begin with order:, to hook", "rule deleted");
        scene.console()
                .own()
                .getCollection("users")
                .updateOne(new Document("_id", "boss"), new Document("$set", new Document("role", "VIEWER")));
        assertThatThrownBy(() -> scene.rule("late", "hook")).isInstanceOf(AccessDeniedException.class);
        scene.console()
                .own()
                .getCollection("users")
                .updateOne(new Document("_id", "boss"), new Document("$set", new Document("role", "ADMIN")));
        assertThat(scene.count("alert_rules", new Document())).isZero();
    }

    @Test
    void theApiDoesWhatThePageDoesAndAnswersNoSecretTwice() {
        new AlertsByApi(scene).keepsTargetsAndRules();
    }

    @Test
    void ofTwoAdministratorsWhoChangeTheSameRuleTheSecondIsToldAndOverwritesNothing() {
        new AlertsByApi(scene).refusesWhoeverSawAnEarlierVersion();
    }
}
