package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One lock on a page of its own: of a hanging import, all that is known. */
class LockPageIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final String LOCK = "import/products of a shop";
    private static final Owner FIRST = Locks.owner("import", "import-1", 4711, "importer", "products of shop-1");
    private static final Owner SECOND = Locks.owner("import", "import-2", 4712, "importer", "products of shop-2");
    private static final List<String> STACK = List.of(
            "java.base@25/java.lang.Thread.sleep(Thread.java:522)",
            "app//shop.HangingImport.importProducts(HangingImport.java:42)");

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void start() {
        await().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
        past();
    }

    @Test
    void theDrawerLeadsToAPageThatSaysTheSameAndAllThatIsRecorded() {
        Page page = chromium.page(console, Console.OPERATOR, "/locks");
        page.locator(".lock-name", new Page.LocatorOptions().setHasText(LOCK))
                .first()
                .click();
        Locator panel = page.locator(".lock-panel .sentence");
        assertThat(panel).containsText("it is usually held for");
        String drawer = panel.textContent().replaceAll("\\d+ s", "");
        page.getByLabel("Open this lock on a page of its own").click();
        assertThat(page.locator(".lock-page h1")).hasText(LOCK);
        assertThat(page.locator("nav a[aria-current=page] .title")).hasText("Locks");
        Locator sentence = page.locator(".lock-page .sentence");
        assertThat(sentence).containsText("it is usually held for");
        assertThat(sentence.textContent().replaceAll("\\d+ s", "")).isEqualTo(drawer);
        assertThat(page.locator("tr.usual")).hasCount(2);
        assertThat(page.locator("tr.lease")).hasCount(20);
        assertThat(page.locator("tr.lease").first()).containsText("still held");
        assertThat(page.locator(".lease-table .ending.evicted")).hasCount(1);
        assertThat(page.locator(".timeline .bar.evicted")).hasCount(1);
        assertThat(page.locator("div.contention")).containsText("at most 2 waited at once");
        assertThat(page.locator(".other-locks")).containsText("customer:88");
        page.locator(".lease-table .more").click();
        assertThat(page.locator("tr.lease")).hasCount(28);
        page.locator(".lock-past .all").click();
        assertThat(page.locator(".past-page .summary")).containsText("28 granted until");
        assertThat(page.getByLabel("Lock, whole name")).hasValue(LOCK);
    }

    @Test
    void theEvictionDialogSaysWhatTheThreadDoes() {
        Page page = chromium.page(console, Console.OPERATOR, "/lock/" + LockAddress.of(LOCK));
        page.getByText("Evict the holder…").click();
        assertThat(page.locator("vaadin-dialog.eviction"))
                .containsText("Its thread stands in HangingImport.importProducts:42.");
        page.keyboard().press("Escape");
        page.context().close();
    }

    @Test
    void aTimeThatIsDraggedOverLeadsToItsLeases() {
        Page page = chromium.page(console, Console.OPERATOR, "/lock/" + LockAddress.of(LOCK));
        Locator plot = page.locator("div.contention .u-over").first();
        plot.scrollIntoViewIfNeeded();
        BoundingBox box = plot.boundingBox();
        page.mouse().move(box.x + 1, box.y + 40);
        page.mouse().down();
        page.mouse().move(box.x + box.width / 2, box.y + 40);
        page.mouse().move(box.x + box.width - 1, box.y + 40);
        page.mouse().up();
        assertThat(page).hasURL(Pattern.compile(".*/history\\?.*window=since.*"));
        assertThat(page.locator(".past-page .summary")).containsText("granted until");
        assertThat(page.locator("#past-from")).isVisible();
        assertThat(page.getByLabel("Lock, whole name")).hasValue(LOCK);
    }

    @Test
    void aRowStaysTheSameWhileThePageIsShownAnew() {
        for (int i = 0; i < 8; i++) {
            console.locks().remove("in:place", console.locks().enqueue("in:place", FIRST, TTL));
        }
        String held = console.locks().enqueue("in:place", SECOND, TTL);
        Page page = chromium.page(console, Console.VIEWER, "/lock/in:place");
        assertThat(page.locator("tr.lease").first()).containsText("still held");
        page.locator("tr.lease").first().evaluate("row => { row.marked = 'same'; }");
        assertThat(page.locator(".lock-page .foot vaadin-button")).isDisabled();
        assertThat(page.locator(".lock-page .foot")).containsText("operator");
        console.locks().remove("in:place", held);
        assertThat(page.locator("tr.lease").first()).containsText("released");
        assertThat(page.locator(".lock-page .state")).hasText("free");
        assertThat(page.locator("tr.lease").first().evaluate("row => row.marked"))
                .isEqualTo("same");
    }

    @Test
    void aKeptLeaseSaysSinceWhenItIsIdleAndItsEvictionWhomItConcerns() {
        String kept = console.locks().keep("tenant:4711", FIRST, TTL);
        console.locks().age("tenant:4711", Duration.ofMinutes(5));
        LatestUse use = new LatestUse(true, Instant.now().minusSeconds(90), "worker-2", "tenant of shop-1", 1_234, 0);
        console.locks().renew("tenant:4711", kept, use);
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            Page page = chromium.logIn(
                    chromium.browser(1280, 800, scheme).newPage(), console, Console.OPERATOR, "/locks/tenant:4711");
            assertThat(page.locator(".lock-panel .sentence")).containsText("1,234 uses as of");
            assertThat(page.locator(".lock-panel .sentence")).containsText("idle for 1 min");
            assertThat(page.locator(".locks-grid .state.kept").first()).hasText("kept");
            assertThat(page.locator(".lock-panel")).containsText("Idle for");
            Pictures.take(page, "kept");
            page.locator(".lock-panel .foot").getByText("Evict").first().click();
            assertThat(page.locator(".lease-facts")).containsText("from one use to the next");
            Pictures.take(page, "evict-kept");
            page.context().close();
        }
    }

    @Test
    void whileTheBoardIsBehindAllTimesOfALockAreThoseOfTheBoard() {
        console.locks().enqueue("behind", FIRST, TTL);
        console.locks().age("behind", Duration.ofMinutes(5));
        console.fail(new Document("failCommands", List.of("getMore"))
                .append("blockConnection", true)
                .append("blockTimeMS", 10_000));
        try (ApiClient api = new ApiClient(console).as(Console.VIEWER, Role.VIEWER)) {
            Page page = chromium.page(console, Console.VIEWER, "/lock/behind");
            assertThat(page.locator(".badge.behind")).isVisible();
            page.reload();
            Locator card = page.locator(".now .fact:has-text('Held for') lk-age").first();
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                String held = "Held for " + card.textContent() + " by import-1,";
                assertThat(page.locator(".badge.behind").count()).isEqualTo(1);
                assertThat(page.locator(".lock-page .sentence").textContent()).startsWith(held);
                assertThat(api.get("/locks/behind").body()).contains(held);
            });
        } finally {
            console.heal();
        }
    }

    @Test
    void aNameWithoutALockIsSaidSo() {
        Page page = chromium.page(console, Console.VIEWER, "/lock/nobody~2fknows");
        assertThat(page.locator("h1")).hasText("nobody/knows");
        assertThat(page.locator(".nothing")).containsText("There is no lock of this name.");
        assertThat(page.locator(".lock-past")).isHidden();
        assertThat(page.locator(".lock-page .foot")).isHidden();
    }

    @Test
    void itIsDrawnOnATelephone() {
        open(chromium.browser(390, 844, ColorScheme.DARK).newPage());
        Pictures.takeAll(chromium, "lock-page", page -> open(page));
        Pictures.takeAll(
                chromium,
                "lock-page-below",
                page -> open(page).locator(".lease-table").scrollIntoViewIfNeeded());
    }

    private static Page open(Page page) {
        chromium.logIn(page, console, Console.OPERATOR, "/lock/import~2fproducts~20of~20a~20shop");
        assertThat(page.locator("tr.lease")).hasCount(20);
        return page;
    }

    private static void past() {
        for (int i = 0; i < 26; i++) {
            Owner owner = i % 3 == 0 ? SECOND : FIRST;
            console.locks().remove(LOCK, console.locks().enqueue(LOCK, owner, TTL));
        }
        String evicted = console.locks().enqueue(LOCK, SECOND, TTL);
        Holder seen = console.locks().find(LOCK).holders().getFirst();
        console.locks().evict(LOCK, seen, "ops", "hung on a dead peer", Duration.ofSeconds(15), "a-record");
        console.locks().remove(LOCK, evicted);
        console.locks().enqueue("customer:88", FIRST, TTL);
        console.locks().enqueue(LOCK, FIRST, TTL);
        console.locks().attach(LOCK, Thread.State.TIMED_WAITING, STACK);
        console.locks().enqueue(LOCK, Locks.owner("shop", "shop-1", 77, "http-12", "<b>bold</b>"), TTL);
        console.locks().enqueue(LOCK, SECOND, TTL);
        new Agents(console.database()).beat(FIRST, Duration.ofHours(3), 1, 0);
    }
}
