package io.lockkeeper.console.judge.findings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FindingsPageIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner IMPORT = Locks.owner("import", "import-1", 4711, "importer", "products of shop-1");
    private static final Owner SHOP = Locks.owner("shop", "shop-1", 77, "http-12", "");
    private static final String HANGING = "import:products";
    private static final String HOSTILE = "<img src=x onerror=\"window.hacked=1\">";
    private static final List<String> STACK = List.of(
            "java.base@25/java.lang.Thread.sleep(Thread.java:522)",
            "app//shop.HangingImport.importProducts(HangingImport.java:42)");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.findings.long-wait=3s");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @Test
    void aHangIsFoundShownDismissedAndGoneOnceItIsOver() {
        ServerPage page = pages.page(Console.OPERATOR, "/findings");
        page.shows("Nothing needs your attention.");
        Pictures.of(console, Console.OPERATOR, "/findings", "findings-empty");

        usualLeases();
        String holder = hang();
        ServerPart hanging = page.find(".finding").having("The holder's thread stands still");
        hanging.shows(HANGING, "HangingImport.importProducts:42", "1 waits");
        hanging.find(".other-findings li")
                .having("A request waits for a long time")
                .shows("shop has waited for");
        page.find("nav a").having("Findings").find(".count").matches("\\d");
        hostile(page);
        Pictures.of(console, Console.OPERATOR, "/findings", "findings");
        theListBeginsWithIt(pages.page(Console.OPERATOR, "/locks"));

        new Agents(console.database()).beat(IMPORT, Duration.ofHours(3), 1, 0);
        dismiss(page, hanging);
        page.find(".dismissed .finding")
                .shows("dismissed by operator until", "known, ticket 7", "A request waits for a long time");

        console.locks().touchAll(HANGING);
        hanging.button("Evict the holder…").click();
        ServerPart dialog = page.find("vaadin-dialog.eviction");
        dialog.shows("Held by");
        dialog.button("Cancel").click();
        page.open("/findings");
        hanging.find(".finding-head a").has("href", "^locks/" + Pattern.quote(LockAddress.of(HANGING)) + "$");
        hanging.find("a").having("What happened").has("href", "incident\\?from=.*&until=");
        hanging.find("a").having("Open the lock").click();
        page.find(".lock-panel h2").reads(HANGING);
        page.open("/findings");
        console.locks().remove(HANGING, holder);
        hanging.counts(0);
    }

    @Test
    void aViewerSeesTheFindingsAndDismissesNone() {
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'broken', holders: 'x' }"));
        ServerPart finding =
                pages.page(Console.VIEWER, "/findings").find(".finding").having("broken");
        finding.shows("The document is damaged");
        finding.find("vaadin-button").counts(2);
        finding.find("vaadin-button:not([disabled])").counts(0);
        console.locks().collection().deleteOne(new Document("_id", "broken"));
        finding.counts(0);
    }

    @Test
    void theFindingThatAMessageWasAboutComesFirst() {
        for (String name : List.of("first:broken", "second:broken")) {
            console.locks().collection().insertOne(BsonDocument.parse("{ _id: '%s', holders: 'x' }".formatted(name)));
            pages.page(Console.VIEWER, "/findings")
                    .find(".finding")
                    .having(name)
                    .counts(1);
        }
        for (String name : List.of("second:broken", "first:broken")) {
            pages.page(Console.VIEWER, "/" + LockAddress.findings(LockId.first(name)))
                    .find(".finding")
                    .first()
                    .shows(name);
        }
        console.locks().collection().deleteMany(Document.parse("{ _id: /:broken$/ }"));
    }

    @Test
    void dismissedOnesAreShownToTheLast() {
        for (int i = 0; i < 60; i++) {
            console.locks()
                    .collection()
                    .insertOne(BsonDocument.parse("{ _id: 'dismissed:%s', holders: 'x' }".formatted(i)));
        }
        FindingsFeed feed = console.bean(FindingsFeed.class);
        await().until(() -> broken(feed).size() == 60);
        Acting.as(Console.OPERATOR, Role.OPERATOR);
        console.bean(Dismissals.class).dismiss(broken(feed), "known", Duration.ofDays(1));
        Acting.asNobody();
        ServerPage page = pages.page(Console.VIEWER, "/findings");
        ServerPart dismissed = page.find(".dismissed .finding");
        dismissed.counts(50);
        page.button("Show 10 more").click();
        dismissed.counts(60);
        console.locks().collection().deleteMany(Document.parse("{ _id: /^dismissed:/ }"));
    }

    private static List<Finding> broken(FindingsFeed feed) {
        return feed.latest(LockScope.EVERYTHING).findings().stream()
                .filter(it -> it.lock() != null && it.lock().startsWith("dismissed:"))
                .toList();
    }

    /** Looked for once a minute. */
    @Tag("nightly")
    @Test
    void aMissingIndexIsFound() {
        try (Console bare = Console.start();
                ServerPages its = new ServerPages(bare)) {
            bare.locks().collection().dropIndexes();
            bare.locks().enqueue("unpurged", IMPORT, TTL);
            FindingsFeed feed = bare.bean(FindingsFeed.class);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> feed.latest(LockScope.EVERYTHING).findings().stream()
                            .anyMatch(it -> it.kind() == Kind.INDEX_MISSING));
            its.page(Console.VIEWER, "/findings")
                    .find(".finding")
                    .having("The index that purges old locks is missing")
                    .counts(1);
        }
    }

    private static void usualLeases() {
        for (int i = 0; i < 25; i++) {
            console.locks().remove(HANGING, console.locks().enqueue(HANGING, IMPORT, TTL));
        }
    }

    private static String hang() {
        new Agents(console.database()).beat(IMPORT, Duration.ofHours(3), 1, 0);
        String holder = console.locks().enqueue(HANGING, IMPORT, TTL);
        console.locks().enqueue(HANGING, SHOP, TTL);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    console.locks().touchAll(HANGING);
                    console.locks().attach(HANGING, Thread.State.TIMED_WAITING, STACK);
                    return console
                            .bean(FindingsFeed.class)
                            .latest(LockScope.EVERYTHING)
                            .of(LockId.first(HANGING))
                            .stream()
                            .anyMatch(found -> found.kind() == Kind.HANGING);
                });
        return holder;
    }

    /** Although another lock is waited for by more. */
    private static void theListBeginsWithIt(ServerPage page) {
        for (int i = 0; i < 4; i++) {
            console.locks().enqueue("busy", SHOP, TTL);
        }
        page.find(".lock-name").first().reads(HANGING);
        ServerPart state = page.find(".state.urgent").first();
        state.reads("hanging");
        page.find(".lock-name").having("busy").counts(1);
        page.find(".summary").showsNone(" 0 findings");
        Pictures.of(console, Console.OPERATOR, "/locks", "locks-with-a-finding");
        String listed = "^%s$".formatted(state.attribute("class"));
        page.open("/" + LockAddress.page(LockId.first(HANGING)));
        assertSame(page.find(".lock-panel .state").first(), listed);
        page.open("/" + LockAddress.whole(LockId.first(HANGING)));
        assertSame(page.find(".lock-page .state").first(), listed);
    }

    /** Drawer and page call the lock what the list calls it. */
    private static void assertSame(ServerPart state, String listed) {
        state.shows("hanging");
        state.has("class", listed);
    }

    private static void hostile(ServerPage page) {
        console.locks()
                .collection()
                .insertOne(new BsonDocument("_id", new BsonString(HOSTILE)).append("holders", new BsonString(HOSTILE)));
        page.find(".finding-lock").having(HOSTILE).counts(1);
        try (BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT)) {
            Page drawn = chromium.logIn(browser.newPage(), console, Console.OPERATOR, "/findings");
            assertThat(drawn.locator(".finding-lock", new Page.LocatorOptions().setHasText(HOSTILE)))
                    .isVisible();
            await().pollInSameThread().until(() -> drawn.title().startsWith("("));
            assertThat((Boolean) drawn.evaluate("() => window.hacked === undefined"))
                    .isTrue();
        }
        console.locks().collection().deleteOne(new Document("_id", HOSTILE));
    }

    private static void dismiss(ServerPage page, ServerPart finding) {
        finding.button("Dismiss…").click();
        page.button("For a day").click();
        page.find(".problem").shows("Enter a reason");
        page.field("Reason").fill("known, ticket 7");
        page.button("For a day").click();
    }
}
