package io.lockkeeper.console.face.sources;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pictures of the pages of other libraries' locks, for people to look at. */
@Tag("screenshots")
class SourceScreenshotsIT {

    private static final String PASSWORD = "correct horse battery";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @Test
    void sources() {
        console.administrator("boss", PASSWORD);
        MongoCollection<Document> shedLock = console.database().getCollection("shedLock");
        shedLock.insertMany(List.of(
                ShedLocks.lock("nightly-report", "app-1", -1_500, 3_600),
                ShedLocks.lock("send-reminders", "app-2", -12, 600),
                ShedLocks.lock("purge-sessions", "app-1", -7_200, -3_600)));
        ForeignDocuments.hold("axon", console.database().getCollection("trackingtokens", BsonDocument.class));
        ForeignDocuments.hold("quartz-mongodb", console.database().getCollection("quartz_locks", BsonDocument.class));
        for (BrowserContext browser : browsers()) {
            Page page = browser.newPage();
            page.navigate(console.address("/sources"));
            chromium.fill(page, "boss", PASSWORD);
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Look for locks"))
                    .click();
            assertThat(page.locator("tr.proposal")).hasCount(3);
            Pictures.take(page, "sources-found");
        }
        console.watch("shedLock", "shedlock");
        console.watch("trackingtokens", "axon");
        console.watch("quartz_locks", "quartz-mongodb");
        for (BrowserContext browser : browsers()) {
            Page page = browser.newPage();
            page.navigate(console.address("/sources"));
            chromium.fill(page, "boss", PASSWORD);
            assertThat(page.locator("tr.source")).hasCount(3);
            Pictures.take(page, "sources");
            String id = LockSource.id(console.database().getName(), "shedLock", "shedlock");
            page.navigate(console.address("/" + LockAddress.list(id) + "&free=1"));
            assertThat(page.locator(".lock-cell:visible")).hasCount(3);
            Pictures.take(page, "source");
            LockId report = new LockId(id, "nightly-report");
            page.navigate(console.address("/" + LockAddress.page(report)));
            assertThat(page.locator(".lock-panel .sentence")).containsText("app-1");
            Pictures.take(page, "source-lock");
            page.navigate(console.address("/" + LockAddress.whole(report)));
            assertThat(page.locator(".lock-page .sentence")).containsText("app-1");
            Pictures.take(page, "source-lock-page");
        }
        ours();
    }

    private void ours() {
        MongoDatabase pay = MongoServer.shared().freshDatabase();
        Locks locks = new Locks(pay);
        Owner billing = Locks.owner("billing", "bill-1", 2211, "order-worker-3", "part 5 of 12");
        Duration ttl = Duration.ofMinutes(5);
        locks.enqueue("order:4711", billing, ttl);
        locks.enqueue("order:4711", Locks.owner("report", "rp-1", 17, "main", ""), ttl);
        locks.enqueue("import:products", 3, billing, ttl);
        locks.keep("customer:88", billing, ttl);
        locks.collection()
                .insertOne(new BsonDocument("_id", new BsonString("damaged")).append("holders", new BsonString("x")));
        console.watch(Place.own(pay.getName(), "locks"), "lockkeeper");
        StoredSources.allow(console.own(), true);
        LockId order = new LockId(LockSource.id(pay.getName(), "locks", "lockkeeper"), "order:4711");
        for (BrowserContext browser : browsers()) {
            Page page = browser.newPage();
            page.navigate(console.address("/" + LockAddress.whole(order)));
            chromium.fill(page, "boss", PASSWORD);
            assertThat(page.locator(".lock-page .sentence")).containsText("1 has been waiting");
            Pictures.take(page, "source-of-ours-page");
            page.navigate(console.address("/" + LockAddress.page(order)));
            assertThat(page.locator(".lock-panel .queue li")).containsText("report");
            Pictures.take(page, "source-of-ours");
            page.locator(".lock-panel .foot vaadin-button").click();
            assertThat(page.locator("vaadin-dialog.eviction")).containsText("Next in line: report · rp-1");
            Pictures.take(page, "source-of-ours-evict");
        }
        pay.drop();
    }

    private static List<BrowserContext> browsers() {
        return List.of(
                chromium.browser(1_280, 800, ColorScheme.LIGHT),
                chromium.browser(1_280, 800, ColorScheme.DARK),
                chromium.browser(390, 844, ColorScheme.LIGHT),
                chromium.browser(390, 844, ColorScheme.DARK));
    }
}
