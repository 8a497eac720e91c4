package io.lockkeeper.console.judge.alerts;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AlertsPageIT {

    private static final String PASSWORD = "correct horse battery";

    @AutoClose
    private static final Inbox INBOX = new Inbox();

    @AutoClose
    private static final Console console = Console.start(
            "--lockkeeper.secrets-key=MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
            "--lockkeeper.alerts.allowed-hosts=" + INBOX.origin(),
            "--lockkeeper.alerts.allowed-networks=127.0.0.0/8");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void administrator() {
        console.administrator("boss", PASSWORD);
    }

    @Test
    void anAdministratorAddsATargetAndARuleAndSeesWhatBecameOfItsMessages() {
        Page page = logIn(chromium.browser(1280, 800, ColorScheme.LIGHT).newPage());
        assertThat(page.getByText("No alerts are sent.")).isVisible();
        pictures("alerts-empty");
        mailLacksAServer(page);
        addWebhook(page);
        button(page, "Send a test: on-call").click();
        assertThat(page.locator("vaadin-notification-card")).containsText("The test arrived");
        assertThat(INBOX.received().getLast().type()).isEqualTo("test");
        pagerDutyAsksForItsKey(page);
        addRule(page);

        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'order:4711', holders: 'x' }"));
        page.waitForCondition(() -> INBOX.about("order:4711").size() == 1);
        page.waitForCondition(() ->
                console.own().getCollection("alert_deliveries").countDocuments(new Document("state", "SENT")) == 1);
        aDeadLetter();
        page.reload();
        assertThat(section(page, "Sent in the last 7 days")).containsText("The document is damaged: order:4711");
        assertThat(section(page, "Not delivered")).containsText("It answered 503.");
        assertThat(page.locator(".summary")).hasText("1 rule · 1 target · 1 not delivered");
        pictures("alerts");

        button(page, "Delete: on-call").click();
        button(page, "Delete").click();
        assertThat(page.locator(".fault")).hasText("1 rule uses it. Change or delete that first.");
        button(page, "Cancel").click();
        Locator again = section(page, "Not delivered").locator("vaadin-button").first();
        again.click();
        button(page, "Send again").click();
        page.waitForCondition(() -> INBOX.about("<b>hostile</b>").size() == 1);
        assertThat(section(page, "Not delivered")).hasCount(0);
        button(page, "Delete: nights").click();
        button(page, "Delete").click();
        assertThat(section(page, "Rules")).hasCount(0);
    }

    private static void mailLacksAServer(Page page) {
        assertThat(button(page, "Add e-mail")).isDisabled();
        assertThat(page.locator(".alerts-page")).containsText("SPRING_MAIL_HOST");
    }

    private static void addWebhook(Page page) {
        button(page, "Add webhook").click();
        field(page, "Name").fill("on-call");
        field(page, "Address").fill("https://evil.example.com/x");
        button(page, "Add").click();
        assertThat(page.locator(".fault")).containsText("not among the hosts");
        Pictures.take(page, "alerts-webhook-refused");
        field(page, "Address").fill(INBOX.origin() + "/secret-path");
        button(page, "Add").click();
        assertThat(page.locator(".password-shown")).containsText("whsec_");
        Pictures.take(page, "alerts-secret-shown");
        button(page, "I have it").click();
        assertThat(section(page, "Targets")).containsText(INBOX.origin() + "/…");
        assertThat(page.content()).doesNotContain("secret-path");
    }

    /** Where it is for PagerDuty, the dialog asks for its key, and offers its address. */
    private static void pagerDutyAsksForItsKey(Page page) {
        button(page, "Add webhook").click();
        assertThat(page.getByText("Integration key")).isHidden();
        page.locator("vaadin-select").click();
        page.locator("vaadin-select-item", new Page.LocatorOptions().setHasText("PagerDuty"))
                .click();
        assertThat(field(page, "Address")).hasValue("https://events.pagerduty.com/v2/enqueue");
        field(page, "Name").fill("pager");
        field(page, "Address").fill(INBOX.origin() + "/v2/enqueue");
        button(page, "Add").click();
        assertThat(page.locator(".fault")).containsText("PagerDuty needs the integration key");
        Pictures.take(page, "alerts-webhook-pagerduty");
        field(page, "Integration key").fill("0123456789abcdef0123456789abcdef");
        button(page, "Add").click();
        Locator row = section(page, "Targets").locator("tr", new Locator.LocatorOptions().setHasText("pager"));
        assertThat(row).containsText("PagerDuty");
        button(page, "Delete: pager").click();
        button(page, "Delete").click();
        assertThat(row).hasCount(0);
    }

    private static void addRule(Page page) {
        button(page, "Add rule").click();
        field(page, "Name").fill("nights");
        field(page, "Quiet from").fill("25:00");
        button(page, "Add").click();
        assertThat(page.locator(".fault")).containsText("Quiet hours are two times and a time zone");
        Pictures.take(page, "alerts-rule");
        field(page, "Quiet from").fill("");
        button(page, "Add").click();
        assertThat(section(page, "Rules")).containsText("Urgent ones and warnings");
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

    private static void pictures(String name) {
        Pictures.takeAll(
                chromium,
                name,
                page -> logIn(page)
                        .locator(".alerts-page .message, .alert-section")
                        .first()
                        .waitFor());
    }

    private static Page logIn(Page page) {
        page.navigate(console.address("/alerts"));
        chromium.fill(page, "boss", PASSWORD);
        page.locator(".alerts-page").waitFor();
        return page;
    }

    private static Locator section(Page page, String title) {
        return page.locator(
                ".alert-section",
                new Page.LocatorOptions()
                        .setHas(page.getByRole(
                                AriaRole.HEADING,
                                new Page.GetByRoleOptions().setName(title).setExact(true))));
    }

    private static Locator field(Page page, String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
