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
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
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
import org.junit.jupiter.api.extension.RegisterExtension;

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

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeAll
    static void start() {
        await().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
        past();
    }

    @Test
    void theDrawerLeadsToAPageThatSaysTheSameAndAllThatIsRecorded() {
        ServerPage page = pages.page(Console.OPERATOR, "/locks");
        page.find(".lock-name").having(LOCK).counts(1);
        page.call("chosen", LOCK);
        String drawer = sentence(page.find(".lock-panel .sentence"));
        page.find("[aria-label='Open this lock on a page of its own']").click();
        page.find(".lock-page h1").reads(LOCK);
        page.find("nav a[aria-current=page] .title").reads("Locks");
        assertThat(sentence(page.find(".lock-page .sentence"))).isEqualTo(drawer);
        page.find("tr.usual").counts(2);
        ServerPart leases = page.find("tr.lease");
        leases.counts(20);
        leases.first().shows("still held");
        page.find(".lease-table .ending.evicted").counts(1);
        page.find(".timeline .bar.evicted").counts(1);
        page.find("div.contention").shows("at most 2 waited at once");
        page.find(".other-locks").shows("customer:88");
        page.find(".lease-table .more").click();
        leases.counts(28);
        page.find(".lock-past .all").click();
        page.find(".past-page .summary").shows("28 granted until");
        page.field("Lock, whole name").has("value", "^" + LOCK + "$");
    }

    /** What it says, but for lengths that pass. */
    private static String sentence(ServerPart sentence) {
        sentence.shows("it is usually held for");
        return sentence.texts().getFirst().replaceAll("\\d+ s", "");
    }

    @Test
    void theEvictionDialogSaysWhatTheThreadDoes() {
        ServerPage page = pages.page(Console.OPERATOR, "/lock/" + LockAddress.of(LOCK));
        page.button("Evict the holder…").click();
        page.find("vaadin-dialog.eviction").shows("Its thread stands in HangingImport.importProducts:42.");
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
        ServerPage page = pages.page(Console.OPERATOR, "/locks/tenant:4711");
        page.find(".lock-panel .sentence").shows("1,234 uses as of", "idle for 1 min");
        page.find("vaadin-grid .state.kept").first().reads("kept");
        page.find(".lock-panel").shows("Idle for");
        page.find(".lock-panel .foot vaadin-button").first().click();
        page.find(".lease-facts").shows("from one use to the next");
        Pictures.takeAll(chromium, "evict-kept", drawn -> {
            chromium.logIn(drawn, console, Console.OPERATOR, "/locks/tenant:4711");
            assertThat(drawn.locator(".locks-grid .state.kept").first()).isVisible();
            Pictures.take(drawn, "kept");
            drawn.locator(".lock-panel .foot").getByText("Evict").first().click();
            assertThat(drawn.locator(".lease-facts")).isVisible();
        });
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
            Locator card =
                    page.locator(".now .fact:has-text('Held for') lk-age").first();
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                String held = "Held for " + card.textContent() + " by import-1,";
                assertThat(page.locator(".badge.behind").count()).isEqualTo(1);
                assertThat(page.locator(".lock-page .sentence").textContent()).startsWith(held);
                assertThat(api.get("/locks/-/behind").body()).contains(held);
            });
        } finally {
            console.heal();
        }
    }

    @Test
    void aNameWithoutALockIsSaidSo() {
        ServerPage page = pages.page(Console.VIEWER, "/lock/nobody~2fknows");
        page.find("h1").reads("nobody/knows");
        page.find(".nothing").shows("There is no lock of this name.");
        page.find(".lock-past, .lock-page .foot").counts(0);
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
