package io.lockkeeper.console.judge.waits;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WaitsPageIT {

    private static final String HOSTILE = "<img src=x onerror=\"window.hacked=1\">";
    /** Two readings, and the time that a busy machine takes for them. */
    private static final double SOON_MILLIS = 20_000;

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AfterEach
    void clear() {
        console.locks().collection().deleteMany(new Document());
    }

    @Test
    void aDeadlockOfTwoServicesIsFoundShownAndBrokenByTheEvictionThatThePageProposes() {
        ServerPage page = pages.page(Console.OPERATOR, "/waits");
        page.find(".waits-page .message").reads("There are no waiters.");
        try (TwoServices services = new TwoServices(console, "order:1", "stock:1")) {
            ServerPart card = page.find(".deadlock");
            card.shows("Deadlock: 2 wait for each other");
            card.shows("billing · billing-1 · biller waits for stock:1, which shipping", "to unblock 2 waiters");
            page.find(".wait.circular").counts(3);
            ServerPage findings = pages.page(Console.VIEWER, "/findings");
            ServerPart finding = findings.find(".finding.urgent");
            finding.shows("Evict ");
            findings.find(".finding.warning").having("billing-1").shows("Two locks are taken in both orders");
            finding.find("a").having("Show who waits for whom").click();
            findings.find(".deadlock").counts(1);

            card.find("vaadin-button").click();
            page.field("Ticket or words").fill("OPS-17");
            page.button("Evict this holder").click();
            page.find(".steps").shows("The holder confirmed that it stopped");
            page.find("vaadin-dialog.eviction").button("Close").click();
            await().atMost(Duration.ofSeconds(60)).until(services::isDone);
            card.counts(0);
            page.find(".waits-page .message").reads("There are no waiters.");
            findings.open("/findings");
            finding.counts(0);
        }
    }

    @Test
    void theTreeIsNarrowedByTheAddressLedToByTheLockAndListsAllWhenAsked() {
        new WaitScene(console.locks()).queue();
        new WaitScene(console.locks()).possible();
        ServerPage page = pages.page(Console.VIEWER, "/waits");
        ServerPart roots = page.find(".wait.root");
        roots.counts(3);
        roots.first().shows("bill-7f");
        roots.first().find(".behind").reads("12");
        page.find(".wait vaadin-button").first().isDisabled();
        page.find(".wait").having("may wait itself").shows("customer:17");
        page.button("6 more wait").click();
        page.find(".wait").having("shop-8").counts(1);

        page.field("Search waits").fill("customer:17");
        roots.counts(1);
        page.isAt("[?&]q=customer(:|%3A)17");
        page.open("/locks/archive:2026-11");
        page.find(".waits-line").click();
        page.find(".narrowed").shows("archive:2026-11");
        roots.counts(1);
        page.find(".views button").last().click();
        page.isAt("view=graph");
        page.open(page.address());
        page.find(".wait-graph").counts(1);
        roots.counts(1);
        page.find(".narrowed").click();
        roots.counts(3);
    }

    @Test
    void theGraphBeginsWithADeadlockAndWhatOthersWroteIsTextInTreeCardAndGraph() {
        new WaitScene(console.locks()).queue();
        new WaitScene(console.locks()).possible();
        Page page = chromium.page(console, Console.OPERATOR, "/waits?lock=archive:2026-11&view=graph");
        assertThat(page.locator(".wait-graph .box.lock")).hasCount(3);
        page.locator(".narrowed").click();
        assertThat(page.locator(".wait-graph .arrow.possible")).hasCount(1);
        Locator parts = page.locator(".wait-graph svg > g"); // what waits for nothing of another stands by itself
        assertThat(parts).hasCount(2);
        assertThat(parts.first()).containsText("order:4711");
        new WaitScene(console.locks()).hostile(HOSTILE);
        assertThat(parts).hasCount(3);
        assertThat(parts.first().locator(".arrow.circular")).hasCount(4);
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
        String id = StoredSources.add(console.own(), Place.own(pay.getName(), "locks"), "lockkeeper");
        ServerPage page = pages.page(Console.OPERATOR, "/waits");
        ServerPart place = page.find(".tools .views a").having(pay.getName());
        place.counts(1);
        place.click();
        page.find(".wait.root").first().counts(1);
        place.has("aria-current", "^true$");
        Pictures.of(console, Console.OPERATOR, page.address(), "waits-source");
        place.shows(" waiting");
        page.find("nav a[href$=waits] .count").matches(".");
        page.find(".wait.root .relation a").first().click();
        page.find(".lock-panel").counts(1);
        page.open("/");
        page.find(".card").having("Held longest").shows("order:4711");
        page.find(".card").having("Sources").shows(pay.getName());
        page.find(".page-title .summary").showsNone("0 held");
        Pictures.of(console, Console.OPERATOR, "/", "overview-sources");
        page.open("/waits?source=none~2fnone");
        page.shows("There is no such source");
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
