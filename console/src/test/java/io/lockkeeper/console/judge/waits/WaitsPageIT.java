package io.lockkeeper.console.judge.waits;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WaitsPageIT {

    private static final String HOSTILE = "<img src=x onerror=\"window.hacked=1\">";
    /** Two readings, and the time that a busy machine takes for them. */
    private static final double SOON_MILLIS = 20_000;

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AfterEach
    void clear() {
        console.locks().collection().deleteMany(new Document());
    }

    @Test
    void aDeadlockOfTwoServicesIsFoundShownAndBrokenByTheEvictionThatThePageProposes() {
        Page page = chromium.page(console, Console.OPERATOR, "/waits");
        assertThat(page.locator(".waits-page .message")).hasText("There are no waiters.");
        try (TwoServices services = new TwoServices(console, "order:1", "stock:1")) {
            Locator card = page.locator(".deadlock");
            assertSoon(card, "Deadlock: 2 wait for each other");
            assertThat(card).containsText("billing · billing-1 · biller waits for stock:1, which shipping");
            assertThat(card).containsText("to unblock 2 waiters");
            assertThat(page.locator(".wait.circular")).hasCount(3);
            Page findings = chromium.page(console, Console.VIEWER, "/findings");
            Locator finding = findings.locator(".finding.urgent");
            assertSoon(finding, "Evict ");
            assertThat(findings.locator(".finding.warning", new Page.LocatorOptions().setHasText("billing-1")))
                    .containsText("Two locks are taken in both orders");
            finding.getByText("Show who waits for whom").click();
            assertThat(findings.locator(".deadlock")).isVisible();

            card.locator("vaadin-button").click();
            evict(page);
            await().atMost(Duration.ofSeconds(60)).until(services::isDone);
            assertThat(card).hasCount(0);
            assertThat(page.locator(".waits-page .message")).hasText("There are no waiters.");
            findings.navigate(console.address("/findings"));
            assertThat(finding).hasCount(0);
        }
    }

    @Test
    void theTreeIsNarrowedByTheAddressLedToByTheLockAndListsAllWhenAsked() {
        new WaitScene(console.locks()).queue();
        new WaitScene(console.locks()).possible();
        Page page = chromium.page(console, Console.VIEWER, "/waits");
        assertThat(page.locator(".wait.root")).hasCount(3);
        assertThat(page.locator(".wait").first()).containsText("bill-7f");
        assertThat(page.locator(".wait.root").first().locator(".behind")).hasText("12");
        assertThat(page.locator(".wait vaadin-button:visible").first()).isDisabled();
        assertThat(page.locator(".wait", new Page.LocatorOptions().setHasText("may wait itself")))
                .containsText("customer:17");
        page.getByText("6 more wait").click();
        assertThat(page.locator(".wait", new Page.LocatorOptions().setHasText("shop-8")))
                .isVisible();

        page.getByLabel("Search waits").fill("customer:17");
        assertThat(page.locator(".wait.root")).hasCount(1);
        assertThat(page).hasURL(Pattern.compile(".*[?&]q=customer(:|%3A)17.*"));
        page.navigate(console.address("/locks/archive:2026-11"));
        page.locator(".waits-line").click();
        assertThat(page.locator(".narrowed")).containsText("archive:2026-11");
        assertThat(page.locator(".wait.root")).hasCount(1);
        page.locator(".views button").last().click();
        assertThat(page.locator(".wait-graph .box.lock")).hasCount(3);
        assertThat(page).hasURL(Pattern.compile(".*view=graph.*"));
        page.reload();
        assertThat(page.locator(".wait-graph .box.party").first()).isVisible();
        assertThat(page.locator(".wait").first()).isVisible();
        page.locator(".narrowed").click();
        assertThat(page.locator(".wait-graph .arrow.possible")).hasCount(1);
        assertThat(page.locator(".wait.root")).hasCount(3);
        Locator parts = page.locator(".wait-graph svg > g"); // what waits for nothing of another stands by itself
        assertThat(parts).hasCount(2);
        assertThat(parts.first()).containsText("order:4711");
        new WaitScene(console.locks()).deadlock();
        assertThat(parts).hasCount(3);
        assertThat(parts.first().locator(".arrow.circular")).hasCount(4);
    }

    @Test
    void whatOthersWroteIsTextInTreeCardAndGraph() {
        new WaitScene(console.locks()).hostile(HOSTILE);
        Page page = chromium.page(console, Console.OPERATOR, "/waits?view=graph");
        assertSoon(page.locator(".deadlock"), HOSTILE);
        assertThat(page.locator(".wait").first()).containsText(HOSTILE);
        assertThat(page.locator(".wait-graph .box.lock title").first()).containsText(HOSTILE);
        assertThat(page.locator("img")).hasCount(0);
        assertThat((Boolean) page.evaluate("() => window.hacked === undefined")).isTrue();
    }

    @Test
    void aFurtherCollectionHasAPictureOfItsOwn() {
        MongoDatabase pay = MongoServer.shared().freshDatabase();
        WaitScene scene = new WaitScene(new Locks(pay));
        scene.queue();
        String id = pay.getName() + ".locks/lockkeeper";
        console.own()
                .getCollection("sources")
                .insertOne(new Document("_id", id)
                        .append("database", pay.getName())
                        .append("collection", "locks")
                        .append("dialect", "lockkeeper")
                        .append("addedAt", Date.from(Instant.now()))
                        .append("addedBy", "boss"));
        Page page = chromium.page(console, Console.OPERATOR, "/waits");
        Locator place = page.locator(".tools .views a", new Page.LocatorOptions().setHasText(pay.getName()));
        assertThat(place).hasCount(1, new LocatorAssertions.HasCountOptions().setTimeout(SOON_MILLIS));
        place.click();
        assertThat(page.locator(".wait.root").first())
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(SOON_MILLIS));
        assertThat(place).hasAttribute("aria-current", "true");
        Pictures.take(page, "waits-source");
        assertThat(place).containsText(" waiting");
        assertThat(page.locator("nav a[href$=waits] .count")).not().isEmpty();
        page.locator(".wait.root .relation a").first().click();
        assertThat(page.locator(".lock-panel")).isVisible();
        page.navigate(console.address("/"));
        assertSoon(page.locator(".card", new Page.LocatorOptions().setHasText("Held longest")), "order:4711");
        assertSoon(page.locator(".card", new Page.LocatorOptions().setHasText("Collections")), pay.getName());
        assertThat(page.locator(".page-title .summary")).not().containsText("0 held");
        Pictures.take(page, "overview-sources");
        page.navigate(console.address("/waits?source=none~2fnone"));
        assertThat(page.getByText("There is no such source")).isVisible();
        console.own().getCollection("sources").deleteOne(new Document("_id", id));
        pay.drop();
    }

    @Test
    void onATelephoneAButtonWithALongNameTakesMoreLinesAndTheBarOfPagesFits() {
        new WaitScene(console.locks()).hostile("checkout-service:order-processing:tenant-4711");
        Page page = chromium.logIn(
                chromium.browser(390, 844, ColorScheme.LIGHT).newPage(), console, Console.OPERATOR, "/waits");
        assertSoon(page.locator(".deadlock vaadin-button"), "tenant-4711");
        Pictures.take(page, "waits-long");
        for (String part : List.of(".entries", ".side nav")) {
            assertThat((Boolean) page.locator(part).evaluate("it => it.scrollWidth <= it.clientWidth"))
                    .as(part)
                    .isTrue();
        }
        page.context().close();
    }

    @Tag("nightly")
    @Test
    void itFitsATelephone() {
        Page page = chromium.browser(390, 844, ColorScheme.DARK).newPage();
        chromium.enter(page, console, Console.OPERATOR);
        show(page, "waits-empty", "/waits");
        WaitScene scene = new WaitScene(console.locks());
        scene.queue();
        scene.possible();
        show(page, "waits-calm", "/waits");
        scene.deadlock();
        show(page, "waits", "/waits");
        show(page, "waits-graph", "/waits?view=graph");
        show(page, "waits-lock", "/locks/invoice:4711");
        page.context().close();
    }

    private static void evict(Page page) {
        page.locator(".reason vaadin-text-field input").fill("OPS-17");
        page.keyboard().press("Tab");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Evict this holder"))
                .click();
        assertSoon(page.locator(".steps"), "The holder confirmed that it stopped");
        page.keyboard().press("Escape");
    }

    private static void assertSoon(Locator locator, String text) {
        assertThat(locator).containsText(text, new LocatorAssertions.ContainsTextOptions().setTimeout(SOON_MILLIS));
    }

    private static void show(Page page, String name, String path) {
        open(page, name, path);
        Pictures.takeAll(chromium, name, each -> open(chromium.enter(each, console, Console.OPERATOR), name, path));
    }

    private static void open(Page page, String name, String path) {
        new WaitScene(console.locks()).touch();
        page.navigate(console.address(path));
        settle(page, name);
    }

    private static void settle(Page page, String name) {
        switch (name) {
            case "waits-empty" -> assertThat(page.locator(".message h2")).isVisible();
            case "waits-calm" -> assertThat(page.locator(".wait.root")).hasCount(3);
            case "waits-lock" -> assertThat(page.locator(".waits-line")).isVisible();
            default -> assertSoon(page.locator(".deadlock"), "Deadlock");
        }
        if (name.startsWith("waits") && !name.equals("waits-lock")) {
            assertThat((Boolean) page.locator(".entries").evaluate("it => it.scrollWidth <= it.clientWidth"))
                    .isTrue();
        }
    }
}
