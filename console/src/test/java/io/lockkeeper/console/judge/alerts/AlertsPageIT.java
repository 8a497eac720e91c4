package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AlertsPageIT {

    @AutoClose
    private static final Inbox INBOX = new Inbox();

    @AutoClose
    private static final Console console = Console.start(
            "--lockkeeper.secrets-key=MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
            "--lockkeeper.alerts.allowed-hosts=" + INBOX.origin(),
            "--lockkeeper.alerts.allowed-networks=127.0.0.0/8");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeAll
    static void administrator() {
        console.administrator("boss", "boss");
    }

    @Test
    void anAdministratorAddsATargetAndARuleAndSeesWhatBecameOfItsMessages() {
        ServerPage page = pages.page("boss", "/alerts");
        page.shows(
                "No alerts are sent.",
                "First add a target",
                "[urgent] The holder's thread stands still: import:products");
        Pictures.of(console, "boss", "/alerts", "alerts-empty");
        mailLacksAServer(page);
        addWebhook(page);
        page.button("Send a test: on-call").click();
        page.find("vaadin-dialog")
                .shows("The test arrived", "This is a test of the target", "HangingImport.importProducts:42");
        page.button("Close").click();
        assertThat(INBOX.received().getLast().type()).isEqualTo("test");
        pagerDutyAsksForItsKey(page);
        page.shows("No alerts are sent yet.");
        section(page, "Targets").shows("No rule sends here");
        addRule(page);
        page.find(".message").counts(0);
        section(page, "Targets").showsNone("No rule sends here");

        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'order:4711', holders: 'x' }"));
        await().until(() -> INBOX.about("order:4711").size() == 1);
        await().until(() ->
                console.own().getCollection("alert_deliveries").countDocuments(new Document("state", "SENT")) == 1);
        aDeadLetter();
        page.open("/").open("/alerts");
        section(page, "Sent in the last 7 days").shows("The document is damaged: order:4711");
        section(page, "Not delivered").shows("It answered 503.");
        page.find(".summary").reads("1 rule · 1 target · 1 not delivered");
        Pictures.of(console, "boss", "/alerts", "alerts");

        page.button("Delete: on-call").click();
        page.button("Delete").click();
        page.find(".fault").reads("1 rule uses it. Change or delete that first.");
        page.button("Cancel").click();
        section(page, "Not delivered").find("vaadin-button").first().click();
        page.button("Send again").click();
        await().until(() -> INBOX.about("<b>hostile</b>").size() == 1);
        section(page, "Not delivered").counts(0);
        page.button("Delete: nights").click();
        page.button("Delete").click();
        section(page, "Rules").counts(0);
    }

    private static void mailLacksAServer(ServerPage page) {
        page.button("Add e-mail").isDisabled();
        page.find(".alerts-page").shows("SPRING_MAIL_HOST");
    }

    private static void addWebhook(ServerPage page) {
        page.button("Add webhook").click();
        page.field("Name").fill("on-call");
        page.field("Address").fill("https://evil.example.com/x");
        page.button("Add").click();
        page.find(".fault").shows("not among the hosts");
        page.field("Address").fill(INBOX.origin() + "/secret-path");
        page.button("Add").click();
        page.find(".password-shown").shows("whsec_");
        page.button("I have it").click();
        section(page, "Targets").shows(INBOX.origin() + "/…");
        page.showsNone("secret-path");
    }

    /** Where it is for PagerDuty, the dialog asks for its key, and offers its address. */
    private static void pagerDutyAsksForItsKey(ServerPage page) {
        page.button("Add webhook").click();
        page.field("Integration key").counts(0);
        page.field("Receiver").choose("PagerDuty");
        page.field("Address").has("value", "^https://events.pagerduty.com/v2/enqueue$");
        page.field("Name").fill("pager");
        page.field("Address").fill(INBOX.origin() + "/v2/enqueue");
        page.button("Add").click();
        page.find(".fault").shows("PagerDuty needs the integration key");
        page.field("Integration key").fill("0123456789abcdef0123456789abcdef");
        page.button("Add").click();
        ServerPart row = section(page, "Targets").find("tr").having("pager");
        row.shows("PagerDuty");
        page.button("Delete: pager").click();
        page.button("Delete").click();
        row.counts(0);
    }

    private static void addRule(ServerPage page) {
        page.button("Add rule").click();
        page.field("Name").fill("nights");
        page.field("Quiet from").fill("25:00");
        page.button("Add").click();
        page.find(".fault").shows("Quiet hours are two times and a time zone");
        page.field("Quiet from").fill("");
        page.button("Add").click();
        section(page, "Rules").shows("Urgent ones and warnings");
    }

    private static void aDeadLetter() {
        Document reported = new Document("kind", "hanging")
                .append("severity", "urgent")
                .append("title", "The holder's thread stands still")
                .append("lock", "<b>hostile</b>")
                .append("evidence", "evidence")
                .append("meaning", "meaning")
                .append("since", Date.from(Instant.now()));
        console.own()
                .getCollection("alert_deliveries")
                .insertOne(new Document("_id", "dead-1")
                        .append("rule", "nights")
                        .append("target", "on-call")
                        .append("type", "FIRING")
                        .append("findings", List.of(reported))
                        .append("more", 0)
                        .append("createdAt", Date.from(Instant.now()))
                        .append("state", "DEAD")
                        .append("attempts", Backoff.ATTEMPTS)
                        .append("posted", 0)
                        .append("nextAt", Date.from(Instant.now()))
                        .append("problem", "It answered 503.")
                        .append("endedAt", Date.from(Instant.now())));
    }

    private static ServerPart section(ServerPage page, String title) {
        return page.find(".alert-section:has([aria-label='%s'])".formatted(title));
    }
}
