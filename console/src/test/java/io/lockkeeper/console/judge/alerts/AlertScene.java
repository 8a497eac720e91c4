package io.lockkeeper.console.judge.alerts;

import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.OnItService;
import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.people.security.Role;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.Document;

/** A console with an administrator who acts, a webhook and an e-mail target, and the real servers behind them. */
final class AlertScene implements AutoCloseable {

    static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    private final GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private final Inbox inbox = new Inbox();
    private final Console console;
    private final Alerts alerts;

    AlertScene() {
        mail.start();
        console = Console.start(settings());
        alerts = console.bean(Alerts.class);
        console.administrator("boss", "correct horse battery");
        actAsAdmin();
        alerts.targets().saveWebhook("hook", inbox.origin() + "/secret-path", WebhookFormat.LOCKKEEPER, "", null);
        alerts.targets().saveMail("mail", "oncall@example.com", null);
    }

    Console console() {
        return console;
    }

    Alerts alerts() {
        return alerts;
    }

    Inbox inbox() {
        return inbox;
    }

    String[] settings() {
        return new String[] {
            "--lockkeeper.secrets-key=" + KEY,
            "--lockkeeper.alerts.allowed-hosts=" + inbox.origin(),
            "--lockkeeper.alerts.allowed-networks=127.0.0.0/8",
            "--lockkeeper.alerts.allowed-mail-domains=example.com",
            "--lockkeeper.alerts.mail-from=lockkeeper@example.com",
            "--lockkeeper.alerts.resolve-after=2s",
            "--lockkeeper.alerts.interval=0s",
            "--lockkeeper.alerts.first-retry=50ms",
            "--lockkeeper.alerts.time-limit=2s",
            "--spring.mail.host=127.0.0.1",
            "--spring.mail.port=" + mail.getSmtp().getPort(),
        };
    }

    void cleanUp() {
        actAsAdmin();
        inbox.answers(message -> 204);
        console.heal();
        console.own().getCollection("alert_rules").deleteMany(new Document());
        console.locks().collection().deleteMany(new Document());
        await().atMost(Duration.ofSeconds(40))
                .until(this::nothingIsFound); // what is would be told to the next test's targets
        for (String collection : List.of("alert_episodes", "alert_deliveries")) {
            console.own().getCollection(collection).deleteMany(new Document());
        }
        Acting.asNobody();
    }

    private boolean nothingIsFound() {
        return console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING).findings().stream()
                .noneMatch(finding -> finding.where().startsWith("order:"));
    }

    @Override
    public void close() {
        console.close();
        inbox.close();
        mail.stop();
    }

    void rule(String name, String... targets) {
        alerts.saveRule(
                new AlertRule(name, Set.of(), Severity.NOTE, "order:", List.of(targets), null, true, Instant.EPOCH, ""),
                null);
    }

    void damage(String lock) {
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: '%s', holders: 'x' }".formatted(lock)));
    }

    /** Now, as if those before it had been made. */
    void theNextAttemptIs(int number) {
        Document due = new Document("attempts", number - 1).append("nextAt", Date.from(Instant.now()));
        console.own().getCollection("alert_deliveries").updateMany(new Document(), new Document("$set", due));
    }

    long toldLocks(String prefix) {
        return inbox.received().stream()
                .flatMap(message -> message.locks().stream())
                .filter(lock -> lock != null && lock.startsWith(prefix))
                .count();
    }

    long count(String collection, Document filter) {
        return console.own().getCollection(collection).countDocuments(filter);
    }

    List<String> mailed(String lock) throws MessagingException {
        List<String> subjects = new ArrayList<>();
        for (MimeMessage message : mails(lock)) {
            subjects.add(message.getSubject());
        }
        return subjects;
    }

    List<MimeMessage> mails(String lock) throws MessagingException {
        List<MimeMessage> about = new ArrayList<>();
        for (MimeMessage message : mail.getReceivedMessages()) {
            if (message.getSubject().contains(lock)) {
                about.add(message);
            }
        }
        return about;
    }

    /** An operator says so on the page. */
    void isOnIt(String lock) {
        Finding finding = console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING).findings().stream()
                .filter(it -> lock.equals(it.lock()))
                .findFirst()
                .orElseThrow();
        console.bean(OnItService.class).take(List.of(finding));
    }

    void actAsAdmin() {
        Acting.as("boss", Role.ADMIN);
    }
}
