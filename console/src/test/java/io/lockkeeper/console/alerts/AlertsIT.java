package io.lockkeeper.console.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.findings.FindingsFeed;
import io.lockkeeper.console.findings.Severity;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.security.Role;
import io.lockkeeper.console.shell.OutdatedException;
import io.lockkeeper.console.shell.RefusedException;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;

/** Alerts of a whole console, told to a real HTTP and a real SMTP server. */
@ExtendWith(OutputCaptureExtension.class)
class AlertsIT {

    private static final Duration SOON = Duration.ofSeconds(40);
    private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final GreenMail MAIL = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private static final Inbox INBOX = new Inbox();

    @SuppressWarnings("NullAway.Init")
    private static Console console;

    @SuppressWarnings("NullAway.Init")
    private static Alerts alerts;

    @BeforeAll
    static void start() {
        MAIL.start();
        console = Console.start(settings());
        alerts = console.bean(Alerts.class);
        console.administrator("boss", "correct horse battery");
        actAsAdmin();
        alerts.saveWebhook("hook", INBOX.origin() + "/secret-path", null);
        alerts.saveMail("mail", "oncall@example.com", null);
    }

    private static String[] settings() {
        return new String[] {
            "--lockkeeper.secrets-key=" + KEY,
            "--lockkeeper.alerts.allowed-hosts=" + INBOX.origin(),
            "--lockkeeper.alerts.allowed-networks=127.0.0.0/8",
            "--lockkeeper.alerts.allowed-mail-domains=example.com",
            "--lockkeeper.alerts.mail-from=lockkeeper@example.com",
            "--lockkeeper.alerts.resolve-after=2s",
            "--lockkeeper.alerts.interval=0s",
            "--lockkeeper.alerts.first-retry=50ms",
            "--lockkeeper.alerts.time-limit=2s",
            "--spring.mail.host=127.0.0.1",
            "--spring.mail.port=" + MAIL.getSmtp().getPort(),
        };
    }

    @AfterAll
    static void stop() {
        console.close();
        INBOX.close();
        MAIL.stop();
    }

    @AfterEach
    void cleanUp() {
        actAsAdmin();
        INBOX.answers(message -> 204);
        console.heal();
        console.locks().collection().deleteMany(new Document());
        for (String collection : List.of("alert_rules", "alert_episodes", "alert_deliveries")) {
            console.own().getCollection(collection).deleteMany(new Document());
        }
        SecurityContextHolder.clearContext();
    }

    @Test
    void aFindingIsToldOnceToEachTargetAndThatItIsOver() throws Exception {
        actAsAdmin();
        rule("by hook", "hook", null);
        rule("by mail", "mail", null);
        damage("order:1");
        await().atMost(SOON).until(() -> INBOX.about("order:1").size() == 1);
        await().atMost(SOON).until(() -> mailed("order:1").size() == 1);
        console.locks().collection().deleteOne(new Document("_id", "order:1"));
        await().atMost(SOON).until(() -> INBOX.about("order:1").size() == 2);
        await().atMost(SOON).until(() -> mailed("order:1").size() == 2);
        assertThat(INBOX.about("order:1").stream().map(Inbox.Received::type)).containsExactly("firing", "resolved");
        assertThat(mailed("order:1"))
                .containsExactly(
                        "[warning] The document is damaged: order:1", "Resolved: The document is damaged: order:1");
        assertThat(count("alert_episodes", new Document())).isZero();
    }

    @Test
    void aReceiverThatFailsGetsTheSameMessageAgainUntilItTakesIt() {
        actAsAdmin();
        AtomicInteger tries = new AtomicInteger();
        INBOX.answers(message -> tries.incrementAndGet() < 4 ? 500 : 200);
        rule("retried", "hook", null);
        damage("order:2");
        await().atMost(SOON).until(() -> count("alert_deliveries", new Document("state", "SENT")) == 1);
        List<Inbox.Received> all = INBOX.about("order:2");
        assertThat(all).hasSize(4);
        assertThat(all.stream().map(Inbox.Received::id).distinct()).hasSize(1);
    }

    @Test
    void whatIsGivenUpIsShownAndSentAgainWhenAnAdministratorSaysSo() {
        actAsAdmin();
        INBOX.answers(message -> 500);
        rule("dead", "hook", null);
        damage("order:3");
        await().atMost(SOON).until(() -> count("alert_deliveries", new Document()) == 1);
        theNextAttemptIs(Backoff.ATTEMPTS);
        await().atMost(SOON).until(() -> count("alert_deliveries", new Document("state", "DEAD")) == 1);
        Delivery dead = alerts.look().dead().getFirst();
        assertThat(dead.problem()).isEqualTo("It answered 500.");
        await().atMost(SOON).until(() -> console.bean(AlertRounds.class).deadLetters() == 1);
        INBOX.answers(message -> 204);
        alerts.sendAgain(dead);
        await().atMost(SOON).until(() -> count("alert_deliveries", new Document("state", "SENT")) == 1);
        assertThat(alerts.look().sent().getFirst().id()).isEqualTo(dead.id());
        assertThatThrownBy(() -> alerts.sendAgain(dead)).isInstanceOf(RefusedException.class);
    }

    @Test
    void aTargetThatNeverHeardOfAFindingDoesNotHearThatItIsOver() {
        actAsAdmin();
        INBOX.answers(message -> 500);
        rule("unheard", "hook", null);
        damage("order:4");
        await().atMost(SOON).until(() -> count("alert_deliveries", new Document()) == 1);
        theNextAttemptIs(Backoff.ATTEMPTS);
        await().atMost(SOON).until(() -> count("alert_deliveries", new Document("state", "DEAD")) == 1);
        INBOX.answers(message -> 204);
        console.locks().collection().deleteOne(new Document("_id", "order:4"));
        await().atMost(SOON).until(() -> count("alert_episodes", new Document()) == 0);
        assertThat(count("alert_deliveries", new Document("type", "RESOLVED"))).isZero();
    }

    @Test
    void ofTwoConsolesOneTellsAlsoWhenTheFirstEnds() {
        actAsAdmin();
        rule("two", "hook", null);
        Console second = console.another(settings());
        try {
            for (int i = 0; i < 5; i++) {
                damage("order:two:" + i);
            }
            await().atMost(SOON).until(() -> toldLocks("order:two:") == 5);
            // both write at once, as when the one in charge was halted and does not know it yet
            List<AlertRule> rules = console.bean(AlertRules.class).findAllByOrderByName();
            List<Episode> told = console.bean(Episodes.class).findAll();
            assertThat(told).hasSize(5);
            assertThatThrownBy(() -> second.bean(Outbox.class)
                            .announce(
                                    rules.getFirst(),
                                    console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING).findings().stream()
                                            .filter(rules.getFirst()::matches)
                                            .toList(),
                                    Instant.now()))
                    .isInstanceOf(DataAccessException.class);
            assertThat(count("alert_deliveries", new Document("state", "WAITING")))
                    .isZero();
            assertThat(toldLocks("order:two:")).isEqualTo(5);
        } finally {
            second.stop();
        }
    }

    @Test
    void whileMongoDbDoesNotAnswerNothingIsLostThatStillStands(CapturedOutput output) {
        actAsAdmin();
        rule("outage", "hook", null);
        console.fail(new Document("failCommands", List.of("insert", "update", "findAndModify", "commitTransaction"))
                .append("errorCode", 11601));
        damage("order:5");
        await().atMost(SOON).until(() -> output.getOut().contains("Alerts are not sent for now"));
        assertThat(INBOX.about("order:5")).isEmpty();
        console.heal();
        await().atMost(SOON).until(() -> INBOX.about("order:5").size() == 1);
    }

    @Test
    void aMessageWhoseArrivalCouldNotBeNotedIsSentAgainUnderTheSameId() {
        actAsAdmin();
        rule("unnoted", "hook", null);
        INBOX.answers(message -> {
            console.fail(
                    new Document("failCommands", List.of("commitTransaction", "update")).append("errorCode", 11601));
            return 204;
        });
        damage("order:6");
        await().atMost(SOON).until(() -> INBOX.about("order:6").size() == 1);
        await().atMost(SOON).until(() -> count("alert_deliveries", new Document("attempts", 1)) == 1);
        INBOX.answers(message -> 204);
        console.heal();
        assertThat(count("alert_deliveries", new Document("state", "WAITING"))).isEqualTo(1);
        theNextAttemptIs(2); // as if the two minutes were over after which an attempt counts as cut off
        await().atMost(SOON).until(() -> count("alert_deliveries", new Document("state", "SENT")) == 1);
        assertThat(INBOX.about("order:6").stream().map(Inbox.Received::id).distinct())
                .hasSize(1);
    }

    @Test
    void aSecretOfAnotherKeyFailsWithASentenceAndStandsNowhere(CapturedOutput output) {
        actAsAdmin();
        Document stored = console.own()
                .getCollection("alert_targets")
                .find(new Document("_id", "hook"))
                .first();
        assertThat(String.valueOf(stored)).doesNotContain("secret-path", "whsec_");
        String[] other = settings();
        other[0] = "--lockkeeper.secrets-key=ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
        Console second = console.another(other);
        try {
            actAsAdmin(); // a console that starts forgets who acts
            assertThat(second.bean(Alerts.class).test("hook")).contains("another LOCKKEEPER_SECRETS_KEY");
        } finally {
            second.stop();
        }
        actAsAdmin();
        assertThat(alerts.test("hook")).startsWith("The test arrived");
        assertThat(alerts.test("mail")).startsWith("The mail server took");
        assertThat(output.getOut()).doesNotContain("secret-path", "whsec_");
        assertEncryptedAnewAtAStartWithTheKeyBefore();
    }

    /** A console that starts with the new key, and the one before that encrypted what is stored. */
    private static void assertEncryptedAnewAtAStartWithTheKeyBefore() {
        MongoCollection<Document> targets = console.own().getCollection("alert_targets");
        Document hook = new Document("_id", "hook");
        Document stored = Objects.requireNonNull(targets.find(hook).first());
        String[] rotated = Arrays.copyOf(settings(), settings().length + 1);
        rotated[0] = "--lockkeeper.secrets-key=ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
        rotated[rotated.length - 1] = "--lockkeeper.secrets-key-before=" + KEY;
        Console second = console.another(rotated);
        try {
            actAsAdmin(); // a console that starts forgets who acts
            assertThat(second.bean(Alerts.class).test("hook")).startsWith("The test arrived");
            assertThat(alerts.test("hook")).contains("another LOCKKEEPER_SECRETS_KEY");
            assertThat(console.own()
                            .getCollection("access")
                            .find(new Document("user", "hook"))
                            .map(entry -> entry.getString("what")))
                    .contains("its secret was encrypted anew, with the new key");
        } finally {
            second.stop();
            targets.replaceOne(hook, stored);
        }
    }

    @Test
    void eachChangeIsOnRecordAndOnlyAnAdministratorMakesOne() {
        actAsAdmin();
        rule("recorded", "hook", null);
        alerts.deleteRule("recorded", alerts.look().rules().getFirst().changedAt());
        List<String> record = console.own()
                .getCollection("access")
                .find(new Document("user", "alert: recorded"))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
        assertThat(record)
                .containsExactly("rule added: All findings, locks that begin with order:, to hook", "rule deleted");
        console.own()
                .getCollection("users")
                .updateOne(new Document("_id", "boss"), new Document("$set", new Document("role", "VIEWER")));
        assertThatThrownBy(() -> rule("late", "hook", null)).isInstanceOf(AccessDeniedException.class);
        console.own()
                .getCollection("users")
                .updateOne(new Document("_id", "boss"), new Document("$set", new Document("role", "ADMIN")));
        assertThat(count("alert_rules", new Document())).isZero();
    }

    @Test
    void theApiDoesWhatThePageDoesAndAnswersNoSecretTwice() {
        try (ApiClient api = new ApiClient(console).as("boss", Role.ADMIN)) {
            String target = "/alerts/targets/by~20api";
            String saved = api.put(target, "{\"url\":\"%s/secret-path\"}".formatted(INBOX.origin()))
                    .body();
            assertThat(saved).contains("whsec_").doesNotContain("secret-path");
            assertThat(api.get("/alerts/targets").body()).contains("by api").doesNotContain("whsec_", "secret-path");
            assertThat(api.put("/alerts/targets/none", "{}").statusCode()).isEqualTo(400);
            assertThat(api.call("POST", target + "/test", "").body()).contains("The test arrived");

            String night = "{\"kinds\":[\"DAMAGED\"],\"prefix\":\"order:\",\"target\":\"by api\",\"quiet\":%s}";
            assertThat(api.put("/alerts/rules/night", night.formatted("{\"from\":\"22:00\"}"))
                            .body())
                    .contains("409", "Quiet hours are two times and a time zone");
            String hours = "{\"from\":\"22:00\",\"to\":\"07:00\",\"zone\":\"Europe/Berlin\"}";
            assertThat(api.put("/alerts/rules/night", night.formatted(hours)).body())
                    .contains(
                            "\"least\":\"NOTE\"", "\"sendsResolved\":true", "\"changedBy\":\"boss by API token test\"");
            assertThat(api.put("/alerts/rules/late", "{\"target\":\"nobody\"}").body())
                    .contains("409", "Choose a target");
            assertThat(api.get("/alerts/rules").body())
                    .contains("Europe/Berlin")
                    .doesNotContain("late");

            String seen = ApiClient.version(api.get("/alerts/targets"), "by~20api");
            String rule = ApiClient.version(api.get("/alerts/rules"), "night");
            assertThat(api.delete(target, "If-Match", seen).body()).contains("409", "1 rule uses it");
            assertThat(api.delete("/alerts/rules/night", "If-Match", rule).statusCode())
                    .isEqualTo(204);
            assertThat(api.delete(target, "If-Match", seen).statusCode()).isEqualTo(204);
            assertThat(api.delete(target, "If-Match", seen).statusCode()).isEqualTo(404);
            assertThat(count("access", new Document("by", "boss by API token test")))
                    .isEqualTo(5);
        }
    }

    /** By the API and by a page alike: what counts is what they saw. */
    @Test
    void ofTwoAdministratorsWhoChangeTheSameRuleTheSecondIsToldAndOverwritesNothing() {
        actAsAdmin();
        try (ApiClient api = new ApiClient(console).as("boss", Role.ADMIN)) {
            String path = "/alerts/rules/shared";
            assertThat(api.put(path, "{\"target\":\"hook\",\"prefix\":\"none:\"}")
                            .statusCode())
                    .isEqualTo(200);
            String seen = ApiClient.version(api.get("/alerts/rules"), "shared");
            AlertRule onPage = alerts.look().rules().getFirst();
            assertThat(api.put(path, "{\"target\":\"mail\"}").statusCode())
                    .as("without a word of what was seen")
                    .isEqualTo(428);
            List<Integer> answers = Stream.of("a:", "b:", "c:", "d:")
                    .map(prefix -> CompletableFuture.supplyAsync(() -> api.put(
                                    path, "{\"target\":\"mail\",\"prefix\":\"%s\"}".formatted(prefix), "If-Match", seen)
                            .statusCode()))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
            assertThat(answers).containsExactlyInAnyOrder(200, 412, 412, 412);
            assertThatThrownBy(() -> alerts.saveRule(onPage, onPage.changedAt()))
                    .isInstanceOf(OutdatedException.class)
                    .hasMessageContaining("boss by API token test changed the rule shared at");
            assertThat(api.delete(path, "If-Match", seen).statusCode()).isEqualTo(412);
            assertThat(api.delete(path).statusCode()).isEqualTo(428);
            String now = ApiClient.version(api.get("/alerts/rules"), "shared");
            assertThat(api.delete(path, "If-Match", now).statusCode()).isEqualTo(204);
            assertThat(api.put(path, "{\"target\":\"hook\",\"prefix\":\"none:\"}", "If-Match", now)
                            .statusCode())
                    .as("what is gone is not made anew")
                    .isEqualTo(412);
            console.own().getCollection("access").deleteMany(new Document("user", "alert: shared"));
        }
    }

    private static void rule(String name, String target, @Nullable QuietHours quiet) {
        alerts.saveRule(
                new AlertRule(name, Set.of(), Severity.NOTE, "order:", target, quiet, true, Instant.EPOCH, ""), null);
    }

    private static void damage(String lock) {
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: '%s', holders: 'x' }".formatted(lock)));
    }

    /** Now, as if those before it had been made. */
    private static void theNextAttemptIs(int number) {
        Document due = new Document("attempts", number - 1).append("nextAt", Date.from(Instant.now()));
        console.own().getCollection("alert_deliveries").updateMany(new Document(), new Document("$set", due));
    }

    private static long toldLocks(String prefix) {
        return INBOX.received().stream()
                .flatMap(message -> message.locks().stream())
                .filter(lock -> lock != null && lock.startsWith(prefix))
                .count();
    }

    private static long count(String collection, Document filter) {
        return console.own().getCollection(collection).countDocuments(filter);
    }

    private static List<String> mailed(String lock) throws MessagingException {
        List<String> subjects = new ArrayList<>();
        for (MimeMessage message : MAIL.getReceivedMessages()) {
            if (message.getSubject().contains(lock)) {
                subjects.add(message.getSubject());
            }
        }
        return subjects;
    }

    private static void actAsAdmin() {
        // The console that started last has put its own in place: the first would not find who acts.
        SecurityContextHolder.setContextHolderStrategy(console.bean(SecurityContextHolderStrategy.class));
        ConsoleUser user = new ConsoleUser("boss", "", Role.ADMIN, true, false, "");
        SecurityContextHolder.getContext()
                .setAuthentication(
                        UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
    }
}
