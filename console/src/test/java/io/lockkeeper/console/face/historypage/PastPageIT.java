package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PastPageIT {

    private static final Instant DAY = Night.DAY;
    private static final Instant NIGHT = Night.AT;
    private static final String AT = "/history?at=" + NIGHT.toString().replace("Z", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    private static final Night night = new Night(console);

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void recordTheNight() {
        night.record();
    }

    @Test
    void itShowsWhoHeldWhatAndWhoWaitedAtTheMomentThatTheAddressNames() {
        Page page = chromium.page(console, Console.VIEWER, AT);
        assertThat(page.locator("h1")).hasText("History");
        assertThat(page.locator(".summary")).containsText("8 held · 3 waiting, at");
        Locator rows = page.locator("tr.past");
        assertThat(rows).hasCount(8);
        assertThat(rows.nth(1)).containsText("import:products");
        assertThat(rows.nth(1)).containsText("25 min 00 s");
        assertThat(rows.nth(1)).containsText("of 44 min 00 s");
        assertThat(rows.nth(1)).containsText("evicted");
        assertThat(rows.nth(1)).containsText("by ops: hung on a dead peer");
        assertThat(rows.nth(1)).containsText("3, the first for 22 min 00 s");
        assertThat(page.getByText("Nothing was recorded")).isHidden();
        rows.nth(1).locator("a").click();
        assertThat(page.locator(".lock-page h1")).hasText("import:products");
        assertThat(page.locator(".lease-table")).containsText("evicted");
        assertThat(page.locator(".nothing")).containsText("This lock is free, and has no document now.");
        assertThat(page.locator(".lock-page .state").first()).hasText("free");
        page.goBack();
        assertThat(rows).hasCount(8);
    }

    @Test
    void itShowsLocksOfOtherLibrariesThatWereHeldAtTheMomentAlsoThoseThatAreHeldStill() {
        Page page = chromium.page(console, Console.VIEWER, AT);
        Locator held = page.locator("tr.past", new Page.LocatorOptions().setHasText(".shedLock"));
        assertThat(held).hasCount(2);
        assertThat(page.locator(".summary")).containsText("UTC · 2 of them in sources");
        assertThat(held.nth(0)).containsText("reindex");
        assertThat(held.nth(0)).containsText("pod-9");
        assertThat(held.nth(0).locator(".ending")).hasText("held");
        assertThat(held.nth(1)).containsText("invoices");
        assertThat(held.nth(1)).containsText("pod-7");
        assertThat(held.nth(1)).containsText("10 min 00 s");
        assertThat(held.nth(1)).containsText("of 15 min 00 s");
        assertThat(held.nth(1)).containsText("expired");
        assertThat(held.nth(1)).containsText("unknown");
        held.nth(1).locator("a").click();
        assertThat(page).hasURL(Pattern.compile(".*/lock/invoices\\?source=.*"));
        assertThat(page.locator(".lock-past")).containsText("Nothing is recorded from ");

        page.navigate(console.address(AT + "&lock=reindex"));
        assertThat(held).hasCount(1);
        page.navigate(console.address(AT + "&service=billing"));
        assertThat(page.locator("tr.past").first()).isVisible();
        assertThat(held).hasCount(0);

        page.navigate(console.address(AT + "&window=day"));
        assertThat(held).hasCount(3);
        assertThat(held.nth(0)).containsText("pod-7");
        assertThat(held.nth(0)).containsText("15 min 00 s");
        assertThat(held.nth(2)).containsText("still held");
    }

    @Test
    void aTimeFromOneMomentToAnotherIsChosenInTwoFields() {
        Page page = chromium.page(console, Console.VIEWER, AT);
        Locator from = page.locator("#past-from");
        assertThat(from).isHidden();
        page.getByText("From … to").click();
        assertThat(from).hasValue(Pattern.compile(".* 02:12:00"));
        assertThat(page.getByLabel("To (UTC)")).hasValue(Pattern.compile(".* 03:12:00"));
        String day = DAY.toString().substring(0, 10);
        from.fill(day + " 02:40:00");
        from.blur();
        assertThat(page).hasURL(Pattern.compile(".*from=.*02(:|%3A)40.*window=since.*"));
        assertThat(page.locator(".summary")).containsText("granted until " + day + " 03:12:00");
        int since = page.locator("tr.past").count();
        from.fill(day + " 00:00:00");
        from.blur();
        assertThat(page).hasURL(Pattern.compile(".*from=.*00(:|%3A)00(:|%3A)00.*"));
        await().pollInSameThread().until(() -> page.locator("tr.past").count() > since);
        Pictures.take(page, "history-from-to");
    }

    @Test
    void theSliderTheDateFieldAndTheStepsMoveTheMomentAndTheAddressFollows() {
        Page page = chromium.page(console, Console.OPERATOR, AT);
        assertThat(page.locator("tr.past")).hasCount(8);
        page.getByText("+1 h", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator(".summary")).containsText("04:12:00 UTC");
        assertThat(page).hasURL(java.util.regex.Pattern.compile(".*at=.*04(:|%3A)12.*"));
        page.locator("input[type=range]").focus();
        page.keyboard().press("ArrowLeft");
        assertThat(page.locator(".summary")).containsText("04:11:00 UTC");
        Locator date = page.locator("#past-moment");
        date.fill(DAY.toString().substring(0, 10) + "T05:00:30");
        date.blur();
        assertThat(page.locator(".summary")).containsText("05:00:30 UTC");
        assertThat(page.locator(".caveat"))
                .containsText("Nothing was recorded from %s 04:50:00 UTC to"
                        .formatted(DAY.toString().substring(0, 10)));
        assertThat(page.locator(".caveat"))
                .containsText("Nothing of %s was recorded from %s 05:00:00 UTC to"
                        .formatted(night.source(), DAY.toString().substring(0, 10)));
        assertThat(page.locator(".gaps span")).hasCount(2);
        page.getByText("Now", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator(".quiet.pressed").first()).hasText("Now");
    }

    @Test
    void oneLockOneServiceOneHostAndOneOperatorAreAskedForInTheAddress() {
        Page page = chromium.page(console, Console.OPERATOR, AT + "&window=day&service=billing");
        assertThat(page.locator("tr.past")).hasCount(2);
        page.getByLabel("Service, whole name").fill("");
        page.getByLabel("Operator, whole name").fill("ops");
        assertThat(page.locator("tr.past")).hasCount(1);
        assertThat(page.locator("tr.past").first()).containsText("import:products");
        page.getByLabel("Operator, whole name").fill("op");
        assertThat(page.getByText("Nothing matches in this time.")).isVisible();
        page.navigate(console.address("/history?at=%s&host=%s".formatted(NIGHT, "rp-1.internal")));
        assertThat(page.locator("tr.past")).hasCount(1);
    }

    @Test
    void aFileHasTheSameLeasesAndHoldsAndRunsNoFormula() {
        try (BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT)) {
            Page page = chromium.logIn(browser.newPage(), console, Console.VIEWER, AT);
            assertThat(page.locator("tr.past")).hasCount(8);
            String csv = text(page, "CSV");
            assertThat(csv.lines()).hasSize(9);
            assertThat(csv)
                    .startsWith("\uFEFF\"lock\",\"token\",\"grantedAt\"")
                    .contains("\"'=cmd|'/c calc'!A1<b>\"\"x\"\"\"");
            Document json = Document.parse(text(page, "JSON"));
            assertThat(json.getList("leases", Document.class)).hasSize(8);
            assertThat(json.getString("cut")).isEmpty();
            assertThat(json.getList("leases", Document.class).getLast())
                    .containsEntry("lock", "invoices")
                    .containsEntry("source", night.source())
                    .containsEntry("holder", "pod-7")
                    .containsEntry("ending", "EXPIRED")
                    .containsEntry("heldMillis", 900_000)
                    .containsEntry("token", null);
            assertThat(page.request()
                            .get(console.address("/export/history.csv?lock=a%00b"))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void anExportThatIsCutSaysSo() {
        Console other = console.another("--lockkeeper.export-rows=2", "--lockkeeper.history.enabled=false");
        try (BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT)) {
            Page page = chromium.logIn(browser.newPage(), other, Console.VIEWER, AT);
            assertThat(page.locator(".notice").first()).containsText("This console records no history");
            assertThat(text(page, "CSV")).contains("Cut after 2 leases: there are more.");
            assertThat(Document.parse(text(page, "JSON")).getString("cut")).startsWith("Cut after 2 leases");
        } finally {
            other.stop();
        }
    }

    @Test
    void thePresentIsFollowedAndAHistoryThatCannotBeReadIsSaidSo() {
        Console recording = console.another();
        try (BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT)) {
            await().until(() -> recording.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            Page page = chromium.logIn(browser.newPage(), recording, Console.VIEWER, "/history");
            assertThat(page.locator("tr.past")).hasCount(1);
            recording.locks().enqueue("now:held", Locks.owner("billing", "bill-1", 1, "t", ""), Duration.ofMinutes(9));
            assertThat(page.locator("tr.past")).hasCount(2);
            assertThat(page.locator("tr.past lk-age").first()).not().isEmpty();
            recording.fail(new Document("failCommands", List.of("find")).append("errorCode", 13));
            assertThat(page.getByText("The history could not be read.")).isVisible();
            recording.heal();
            assertThat(page.locator("tr.past")).hasCount(2);
        } finally {
            recording.heal();
            recording.stop();
        }
    }

    @Test
    void onATelephoneAGapIsSaidToo() {
        gap(chromium.browser(390, 844, ColorScheme.DARK).newPage());
        Pictures.takeAll(chromium, "history-gap", PastPageIT::gap);
        Pictures.takeAll(chromium, "history", page -> {
            chromium.logIn(page, console, Console.OPERATOR, AT);
            assertThat(page.locator("tr.past")).hasCount(8);
        });
    }

    private static void gap(Page page) {
        chromium.logIn(page, console, Console.OPERATOR, AT.replace("03:12", "05:00") + "&window=day");
        assertThat(page.locator(".caveat")).isVisible();
    }

    private static String text(Page page, String link) {
        String address = String.valueOf(
                page.getByText(link, new Page.GetByTextOptions().setExact(true)).getAttribute("href"));
        return page.request()
                .get(page.url().replaceFirst("/history.*", "/") + address)
                .text();
    }
}
