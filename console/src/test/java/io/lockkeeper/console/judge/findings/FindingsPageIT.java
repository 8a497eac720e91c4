package io.lockkeeper.console.judge.findings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
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

    @Test
    void aHangIsFoundShownDismissedAndGoneOnceItIsOver() {
        Page page = chromium.page(console, Console.OPERATOR, "/findings");
        assertThat(page.getByText("Nothing needs your attention.")).isVisible();
        pictures("findings-empty");

        usualLeases();
        String holder = hang();
        Locator hanging =
                page.locator(".finding", new Page.LocatorOptions().setHasText("The holder's thread stands still"));
        assertThat(hanging).containsText(HANGING);
        assertThat(hanging).containsText("HangingImport.importProducts:42");
        assertThat(hanging).containsText("1 waits");
        Locator waits = page.locator(
                        ".finding", new Page.LocatorOptions().setHasText("A request waits for a long time"))
                .filter(new Locator.FilterOptions().setHasText(HANGING));
        assertThat(waits).containsText("shop has waited for");
        assertThat(page.locator("nav a", new Page.LocatorOptions().setHasText("Findings"))
                        .locator(".count"))
                .not()
                .hasText("");
        await().untilAsserted(() -> assertThat(page.title()).startsWith("("));
        hostile(page);
        pictures("findings");
        theListBeginsWithIt(page.context().newPage());

        new Agents(console.database()).beat(IMPORT, Duration.ofHours(3), 1, 0);
        dismiss(page, waits);
        Locator dismissed = page.locator(".dismissed .finding");
        assertThat(dismissed).containsText("dismissed by operator until");
        assertThat(dismissed).containsText("known, ticket 7");

        console.locks().touchAll(HANGING);
        hanging.getByText("Evict the holder…").click();
        Locator dialog = page.locator("vaadin-dialog.eviction");
        assertThat(dialog).containsText("Held by");
        dialog.getByText("Cancel").click();
        page.goBack();
        assertThat(hanging.locator("a.finding-lock")).hasAttribute("href", "locks/" + LockAddress.of(HANGING));
        assertThat(hanging.getByText("What happened"))
                .hasAttribute("href", Pattern.compile("incident\\?from=.*&until="));
        hanging.getByText("Open the lock").click();
        assertThat(page.locator(".lock-panel h2")).hasText(HANGING);
        page.goBack();
        console.locks().remove(HANGING, holder);
        assertThat(hanging).hasCount(0);
        assertThat((Boolean) page.evaluate("() => window.hacked === undefined")).isTrue();
    }

    @Test
    void aViewerSeesTheFindingsAndDismissesNone() {
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'broken', holders: 'x' }"));
        Page page = chromium.page(console, Console.VIEWER, "/findings");
        Locator finding = page.locator(".finding", new Page.LocatorOptions().setHasText("broken"));
        assertThat(finding).containsText("The document is damaged");
        assertThat(finding.locator("vaadin-button")).hasCount(2);
        assertThat(finding.locator("vaadin-button:not([disabled])")).hasCount(0);
        console.locks().collection().deleteOne(new Document("_id", "broken"));
        assertThat(finding).hasCount(0);
    }

    /** Looked for once a minute. */
    @Tag("nightly")
    @Test
    void aMissingIndexIsFound() {
        console.locks().collection().dropIndexes();
        Page page = chromium.page(console, Console.VIEWER, "/findings");
        page.setDefaultTimeout(90_000);
        page.getByText("The index that purges old locks is missing").waitFor();
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
    private static void theListBeginsWithIt(Page page) {
        for (int i = 0; i < 4; i++) {
            console.locks().enqueue("busy", SHOP, TTL);
        }
        page.navigate(console.address("/locks"));
        assertThat(page.locator(".lock-name:visible").first()).hasText(HANGING);
        assertThat(page.locator(".state.urgent:visible").first()).hasText("hanging");
        assertThat(page.locator(".lock-name:visible", new Page.LocatorOptions().setHasText("busy")))
                .hasCount(1);
        assertThat(page.locator(".summary")).not().containsText(" 0 findings");
        Pictures.take(page, "locks-with-a-finding");
        Locator state = page.locator(".state.urgent:visible").first();
        String listed = state.getAttribute("class");
        page.navigate(console.address("/" + LockAddress.page(LockId.first(HANGING))));
        assertSame(page.locator(".lock-panel .state").first(), listed);
        page.navigate(console.address("/" + LockAddress.whole(LockId.first(HANGING))));
        assertSame(page.locator(".lock-page .state").first(), listed);
        page.navigate(console.address("/locks"));
        page.setViewportSize(390, 844);
        Pictures.take(page, "locks-with-a-finding");
        page.close();
    }

    /** Drawer and page call the lock what the list calls it. */
    private static void assertSame(Locator state, String listed) {
        assertThat(state).containsText("hanging");
        assertThat(state).hasClass(listed);
    }

    private static void hostile(Page page) {
        console.locks()
                .collection()
                .insertOne(new BsonDocument("_id", new BsonString(HOSTILE)).append("holders", new BsonString(HOSTILE)));
        assertThat(page.locator(".finding-lock", new Page.LocatorOptions().setHasText(HOSTILE)))
                .isVisible();
        console.locks().collection().deleteOne(new Document("_id", HOSTILE));
    }

    private static void dismiss(Page page, Locator finding) {
        finding.getByText("Dismiss…").click();
        page.getByText("For a day").click();
        assertThat(page.locator(".problem")).containsText("Enter a reason");
        page.getByLabel("Reason").fill("known, ticket 7");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("For a day"))
                .click();
    }

    private static void pictures(String name) {
        Pictures.takeAll(chromium, name, page -> {
            chromium.logIn(page, console, Console.OPERATOR, "/findings");
            page.locator(".finding, .message h2").first().waitFor();
        });
    }
}
