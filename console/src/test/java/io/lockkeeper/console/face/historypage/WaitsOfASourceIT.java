package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who waited for one of our own locks in a further collection, on the pages and in the files that show it of the first. */
class WaitsOfASourceIT {

    private static final Duration TTL = Duration.ofMinutes(5);

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static final String DATABASE = console.database().getName() + "_further";
    private static final LockId LOCK = new LockId(DATABASE + ".locks/lockkeeper", "import:products");
    private static final String OF_SOURCE = "&source=" + LockAddress.of(LOCK.source());

    @BeforeAll
    static void someWait() {
        Locks locks = new Locks(MongoServer.shared().client().getDatabase(DATABASE));
        console.own()
                .getCollection("sources")
                .insertOne(new Document("_id", LOCK.source())
                        .append("database", DATABASE)
                        .append("collection", "locks")
                        .append("dialect", "lockkeeper")
                        .append("addedAt", Date.from(Instant.now()))
                        .append("addedBy", "boss"));
        await().until(() -> console.bean(SourceFeeds.class)
                .find(LockScope.EVERYTHING, LOCK.source())
                .filter(SourceFeeds.Watched::isLive)
                .isPresent());
        String first = enqueue(locks, "import");
        String second = enqueue(locks, "shop");
        String third = enqueue(locks, "report");
        seen(3);
        locks.takeOut(LOCK.name(), third, "ann", "in the way");
        seen(2);
        locks.remove(LOCK.name(), first);
        seen(1);
        locks.remove(LOCK.name(), second);
        History history = console.bean(History.class);
        await().until(() ->
                history.waitsOf(LOCK, Instant.EPOCH, 9).orElseThrow().size() == 1
                        && history.newestOf(LOCK, 9).stream()
                                        .filter(lease -> lease.endedAt() != null)
                                        .count()
                                == 2);
    }

    private static String enqueue(Locks locks, String service) {
        return locks.enqueue(LOCK.name(), Locks.owner(service, service + "-1", 1, "t", ""), TTL);
    }

    /** That so many hold it or wait. */
    private static void seen(int many) {
        await().until(() -> console.bean(SourceFeeds.class).of(LockScope.EVERYTHING, LOCK).stream()
                .flatMap(source -> source.board().flatMap(board -> board.find(LOCK.name())).stream())
                .anyMatch(view -> view.holders().size() + view.queue().size() == many));
    }

    @Test
    void theLocksPageShowsWhoWaitedAndWhoWasTakenOut() {
        Page page = chromium.page(console, Console.VIEWER, "/" + LockAddress.whole(LOCK));
        assertThat(page.locator(".lock-past ol.taken-out")).containsText("report · report-1");
        assertThat(page.locator(".lock-past ol.taken-out")).containsText("by ann: in the way");
        assertThat(page.locator(".lock-past .lease-table tr.lease").first())
                .not()
                .containsText("unknown");
        assertThat(page.locator(".lock-past tr.usual").last()).containsText("Waited");
        assertThat(page.getByText("How many waited, and for how long, is unknown."))
                .isHidden();
        Pictures.takeAll(chromium, "waits-of-a-source", other -> {
            chromium.logIn(other, console, Console.VIEWER, "/" + LockAddress.whole(LOCK));
            assertThat(other.locator(".lock-past ol.taken-out")).isVisible();
        });
    }

    @Test
    void theHistoryListsThemAndItsFilesToo() {
        Page page = chromium.page(console, Console.VIEWER, "/history?window=hour" + OF_SOURCE);
        assertThat(page.locator(".summary")).containsText("1 taken out of queues");
        assertThat(page.locator("tr.past")).hasCount(3);
        assertThat(page.locator("tr.past").filter(text("taken out"))).containsText(DATABASE + ".locks");
        assertThat(page.locator("tr.past").filter(text("shop · shop-1"))).containsText("waited ");
        assertThat(page.locator("tr.past").filter(text("import · import-1"))).containsText("2 behind it");
        String file = page.request()
                .get(console.address("/export/history.csv?window=hour" + OF_SOURCE))
                .text();
        assertThat(file.lines().filter(line -> line.contains("TAKEN_OUT")))
                .singleElement()
                .asString()
                .contains(LOCK.source(), "report-1", "in the way");
        Pictures.takeAll(chromium, "history-with-waits-of-a-source", other -> {
            chromium.logIn(other, console, Console.VIEWER, "/history?window=hour" + OF_SOURCE);
            assertThat(other.locator("tr.past")).hasCount(3);
        });
    }

    @Test
    void whoCostWhomAddsThemUpAndLeadsToTheLockOfTheSource() {
        Page page = chromium.page(console, Console.VIEWER, "/history?window=hour&costs=lock" + OF_SOURCE);
        assertThat(page.locator(".summary")).hasText(Pattern.compile("2 waits took .*"));
        assertThat(page.locator(".caveat")).hasCount(0);
        assertThat(page.locator(".of-costs tbody tr")).hasCount(2);
        assertThat(page.locator(".of-costs tbody tr")
                        .first()
                        .locator("a[href*='import']")
                        .first())
                .hasAttribute("href", LockAddress.whole(LOCK));
        Pictures.takeAll(chromium, "costs-with-waits-of-a-source", other -> {
            chromium.logIn(other, console, Console.VIEWER, "/history?window=hour&costs=lock" + OF_SOURCE);
            assertThat(other.locator(".of-costs tbody tr")).hasCount(2);
        });
        page.locator(".of-costs .link-button").first().click();
        assertThat(page.locator(".of-episodes tbody tr")).hasCount(1);
        page.locator(".of-episodes a.num").first().click();
        assertThat(page).hasURL(Pattern.compile(".*&source=.*_further.locks~2flockkeeper"));
    }

    private static Locator.FilterOptions text(String text) {
        return new Locator.FilterOptions().setHasText(text);
    }
}
