package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PastPageIT {

    private static final String KEPT = "--lockkeeper.history.retention=36500d";
    private static final Instant DAY = Night.DAY;
    private static final Instant NIGHT = Night.AT;
    private static final String AT = "/history?at=" + NIGHT.toString().replace("Z", "");

    @AutoClose
    private static final Console console = Console.start(KEPT);

    private static final Night night = new Night(console);

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeAll
    static void recordTheNight() {
        night.record();
    }

    @Test
    void itShowsWhoHeldWhatAndWhoWaitedAtTheMomentThatTheAddressNames() {
        ServerPage page = pages.page(Console.VIEWER, AT);
        page.find("h1").reads("History");
        page.find(".summary").shows("8 held · 3 waiting, at");
        ServerPart rows = page.find("tr.past");
        rows.counts(8);
        rows.nth(1)
                .shows(
                        "import:products",
                        "25 min 00 s",
                        "of 44 min 00 s",
                        "evicted",
                        "by ops: hung on a dead peer",
                        "3, the first for 22 min 00 s");
        page.showsNone("Nothing was recorded");
        rows.nth(1).find("a").click();
        page.find(".lock-page h1").reads("import:products");
        page.find(".lease-table").shows("evicted");
        page.find(".nothing").shows("This lock is free, and has no document now.");
        page.find(".lock-page .state").first().reads("free");
        page.open(AT);
        rows.counts(8);
    }

    @Test
    void itShowsLocksOfOtherLibrariesThatWereHeldAtTheMomentAlsoThoseThatAreHeldStill() {
        ServerPage page = pages.page(Console.VIEWER, AT);
        ServerPart held = page.find("tr.past").having(".shedLock");
        held.counts(2);
        page.find(".summary").shows("UTC · 2 of them in sources");
        held.nth(0).shows("reindex", "pod-9");
        held.nth(0).find(".ending").reads("held");
        held.nth(1).shows("invoices", "pod-7", "10 min 00 s", "of 15 min 00 s", "expired", "unknown");
        held.nth(1).find("a").click();
        page.isAt(".*/lock/invoices\\?source=.*");
        page.find(".lock-past").shows("Nothing is recorded from ");

        page.open(AT + "&lock=reindex");
        held.counts(1);
        page.open(AT + "&service=billing");
        page.find("tr.past").first().counts(1);
        held.counts(0);

        page.open(AT + "&window=day");
        held.counts(3);
        held.nth(0).shows("pod-7", "15 min 00 s");
        held.nth(2).shows("still held");
    }

    @Test
    void aTimeFromOneMomentToAnotherIsChosenInTwoFields() {
        ServerPage page = pages.page(Console.VIEWER, AT);
        ServerPart from = page.find("#past-from");
        from.counts(0);
        page.button("From … to").click();
        from.has("value", " 02:12:00");
        page.find("#past-moment").has("value", " 03:12:00");
        String day = DAY.toString().substring(0, 10);
        from.fill(day + " 02:40:00");
        page.isAt(".*from=.*02(:|%3A)40.*window=since.*");
        page.find(".summary").shows("granted until " + day + " 03:12:00");
        page.find("tr.past").counts(8);
        from.fill(day + " 00:00:00");
        page.isAt(".*from=.*00(:|%3A)00(:|%3A)00.*");
        page.find("tr.past").nth(8).counts(1);
        Pictures.of(console, Console.VIEWER, AT + "&window=since&from=" + day + "T00:00:00", "history-from-to");
    }

    @Test
    void theDateFieldAndTheStepsMoveTheMomentAndTheAddressFollows() {
        ServerPage page = pages.page(Console.OPERATOR, AT);
        page.find("tr.past").counts(8);
        page.button("+1 h").click();
        page.find(".summary").shows("04:12:00 UTC");
        page.isAt("at=.*04(:|%3A)12");
        String day = DAY.toString().substring(0, 10);
        page.find("#past-moment").fill(day + " 05:00:30");
        page.find(".summary").shows("05:00:30 UTC");
        page.find(".caveat")
                .shows(
                        "Nothing was recorded from %s 04:50:00 UTC to".formatted(day),
                        "Nothing of %s was recorded from %s 05:00:00 UTC to".formatted(night.source(), day));
        page.find(".gaps span").counts(2);
        page.button("Now").click();
        page.find(".quiet.pressed").first().reads("Now");
    }

    @Test
    void oneLockOneServiceOneHostAndOneOperatorAreAskedForInTheAddress() {
        ServerPage page = pages.page(Console.OPERATOR, AT + "&window=day&service=billing");
        page.find("tr.past").counts(2);
        page.field("Service, whole name").fill("");
        page.field("Operator, whole name").fill("ops");
        page.find("tr.past").counts(1);
        page.find("tr.past").first().shows("import:products");
        page.field("Operator, whole name").fill("op");
        page.shows("Nothing matches in this time.");
        page.open("/history?at=%s&host=%s".formatted(NIGHT, "rp-1.internal"));
        page.find("tr.past").counts(1);
    }

    @Test
    void aFileHasTheSameLeasesAndHoldsAndRunsNoFormula() {
        ServerPage page = pages.page(Console.VIEWER, AT);
        page.find("tr.past").counts(8);
        String csv = pages.file(page.find("a").reading("CSV").attribute("href")).body();
        assertThat(csv.lines()).hasSize(9);
        assertThat(csv)
                .startsWith("\uFEFF\"lock\",\"token\",\"grantedAt\"")
                .contains("\"'=cmd|'/c calc'!A1<b>\"\"x\"\"\"");
        Document json = Document.parse(
                pages.file(page.find("a").reading("JSON").attribute("href")).body());
        assertThat(json.getList("leases", Document.class)).hasSize(8);
        assertThat(json.getString("cut")).isEmpty();
        assertThat(json.getList("leases", Document.class).getLast())
                .containsEntry("lock", "invoices")
                .containsEntry("source", night.source())
                .containsEntry("holder", "pod-7")
                .containsEntry("ending", "EXPIRED")
                .containsEntry("heldMillis", 900_000)
                .containsEntry("token", null);
        assertThat(pages.file("export/history.csv?lock=a%00b").statusCode()).isEqualTo(400);
    }

    @Test
    void anExportThatIsCutSaysSo() {
        Console other = console.another(KEPT, "--lockkeeper.export-rows=2", "--lockkeeper.history.enabled=false");
        try (ServerPages those = new ServerPages(other)) {
            ServerPage page = those.page(Console.VIEWER, AT);
            page.find(".notice").first().shows("This console records no history");
            assertThat(those.file(page.find("a").reading("CSV").attribute("href"))
                            .body())
                    .contains("Cut after 2 leases: there are more.");
            assertThat(Document.parse(those.file(page.find("a").reading("JSON").attribute("href"))
                                    .body())
                            .getString("cut"))
                    .startsWith("Cut after 2 leases");
        } finally {
            other.stop();
        }
    }

    @Test
    void thePresentIsFollowedAndAHistoryThatCannotBeReadIsSaidSo() {
        Console recording = console.another(KEPT);
        try (ServerPages those = new ServerPages(recording)) {
            await().until(() -> recording.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            ServerPage page = those.page(Console.VIEWER, "/history");
            page.find("tr.past").counts(1);
            recording.locks().enqueue("now:held", Locks.owner("billing", "bill-1", 1, "t", ""), Duration.ofMinutes(9));
            page.find("tr.past").counts(2);
            page.find("tr.past lk-age").first().matches("\\d");
            recording.fail(new Document("failCommands", List.of("find")).append("errorCode", 13));
            page.shows("The history could not be read.");
            recording.heal();
            page.find("tr.past").counts(2);
        } finally {
            recording.heal();
            recording.stop();
        }
    }

    @Test
    void onATelephoneAGapIsSaidTooAndAKeyMovesTheSlider() {
        Page page = chromium.browser(390, 844, ColorScheme.DARK).newPage();
        gap(page);
        page.locator("input[type=range]").press("ArrowLeft");
        assertThat(page.locator(".summary")).containsText("04:59:00 UTC");
        page.setViewportSize(1280, 800);
        page.navigate(console.address(AT + "&source=" + night.source().replace("/", "~2f")));
        assertThat(page.locator("tr.past")).hasCount(2);
        assertThat(page.locator(".tools .badge")).isInViewport(new LocatorAssertions.IsInViewportOptions().setRatio(1));
        Pictures.takeAll(chromium, "history-gap", PastPageIT::gap);
        Pictures.takeAll(chromium, "history", each -> {
            chromium.logIn(each, console, Console.OPERATOR, AT);
            assertThat(each.locator("tr.past")).hasCount(8);
        });
    }

    private static void gap(Page page) {
        chromium.logIn(page, console, Console.OPERATOR, AT.replace("03:12", "05:00") + "&window=day");
        assertThat(page.locator(".caveat")).isVisible();
    }
}
