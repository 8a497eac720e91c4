package io.lockkeeper.console.face.sources;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static com.mongodb.client.model.Updates.set;
import static io.lockkeeper.console.fixture.Chromium.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SourcesPageIT {

    private static final String SCRIPT = "<img src=x onerror=\"window.hacked=1\">";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "boss");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeAll
    static void locks() {
        MongoCollection<Document> shedLock = console.database().getCollection("shedLock");
        shedLock.insertMany(List.of(
                ShedLocks.lock("nightly-report", "app-1", -1_500, 3_600),
                ShedLocks.lock("send-reminders", "app-2", -12, 600),
                ShedLocks.lock(SCRIPT, SCRIPT, -40, 600),
                ShedLocks.lock("purge-sessions", "app-1", -7_200, -3_600)));
        console.database()
                .getCollection("changelog_lock")
                .insertOne(new Document("_id", new ObjectId()).append("createdAt", at(-300)));
        console.database().getCollection("orders").insertOne(new Document("total", 3));
    }

    /** From nothing: an administrator has the console look, confirms what it found, and everybody sees it live. */
    @Test
    void whatIsFoundAndConfirmedIsSeenLiveByEverybody() {
        ServerPage viewer = pages.page(Console.VIEWER, "/sources");
        viewer.shows("No further collections of locks are watched.");
        viewer.find(".source-search").counts(0);
        viewer.find("nav a").having("Sources").counts(0);

        ServerPage boss = pages.page("boss", "/sources");
        boss.find("nav a").having("Sources").counts(1);
        boss.button("Look for locks").click();
        ServerPart found = boss.find("tr.proposal");
        found.counts(2);
        found.having("shedLock").shows("certain", "by lockUntil, lockedAt, lockedBy");
        boss.find(".source-search").shows("4 collections looked at");
        boss.button("Test: shedLock").click();
        boss.find(".trial li").counts(8);
        boss.find(".trial").shows("Not needed while the source is read-only");
        boss.shows("What the console needs here works.");
        boss.button("Close").click();
        boss.button("Watch: shedLock as ShedLock").click();
        ServerPart sources = boss.find("tr.source");
        sources.counts(1);
        boss.button("Watch: changelog_lock as migrate-mongo").click();
        sources.counts(2);
        sources.having("shedLock").shows("Grade C", "3 held");
        viewer.find("tr.source").counts(2);
        aBrowserReadsThem();

        viewer.find("tr.source a").having("shedLock").click();
        viewer.isAt("/locks\\?source=");
        ServerPart rows = viewer.find("vaadin-grid .lock-name");
        rows.counts(3);
        viewer.find("vaadin-grid .state").first().reads("held or cooling down");
        viewer.field("Free locks").click();
        rows.counts(4);
        viewer.find(".source-about summary").click();
        viewer.find(".source-about").shows("Unlock checks no owner", "come from the clocks of its clients");
        viewer.call("chosen", "nightly-report");
        ServerPart panel = viewer.find(".lock-panel");
        panel.find(".sentence").shows("by app-1", "it expires ");
        panel.shows("unknown: the documents of ShedLock do not name waiters.");
        console.database()
                .getCollection("shedLock")
                .updateOne(new Document("_id", "nightly-report"), set("lockUntil", at(-1)));
        panel.find(".state").reads("free");
        String csv =
                pages.file(viewer.find(".export a").first().attribute("href")).body();
        assertThat(csv.lines()).hasSize(5);
        assertThat(csv)
                .startsWith("\uFEFF\"lock\",\"state\",\"finding\"")
                .contains("\"send-reminders\",\"HELD\"")
                .contains("shedLock/shedlock\",\"app-2\",\"at\"");

        console.database().getCollection("shedLock").insertOne(ShedLocks.lock("ahead", "app-9", 30, 90));
        viewer.find("vaadin-grid .state.severity").first().reads("clock differs");
        viewer.call("chosen", "ahead");
        panel.find(".evidence").shows("The clock of app-9 is");
        viewer.find(".search").fill("remind");
        rows.counts(1);
        viewer.find(".search").fill("app-2");
        rows.counts(1);
        viewer.isAt("/locks[^?]*\\?(?=.*source=.*shedlock)(?=.*q=app-2).*");
        viewer.find(".search").fill("no such");
        viewer.shows("No lock matches “no such”.");
        viewer.open(list("changelog_lock", "migrate-mongo"));
        viewer.find("vaadin-grid [title^='never: the collection has no TTL index on createdAt']")
                .last()
                .reads("never");
        viewer.find("vaadin-grid").shows("unknown");
        viewer.open("/waits").shows("Who waits for locks of other libraries is unknown");
        viewer.open("/locks");
        viewer.find(".list-state").shows("The locks of further collections are on the page Sources.");
        viewer.open(list("changelog_lock", "migrate-mongo"));

        console.fail(new Document("failCommands", List.of("getMore", "aggregate", "hello", "find"))
                .append("closeConnection", true));
        viewer.find(".badge").shows("disconnected");
        console.heal();
        viewer.find(".badge").shows("live");

        boss.button("Remove: " + console.database().getName() + ".changelog_lock")
                .click();
        boss.button("Remove").click();
        sources.counts(1);
        viewer.shows("No such source.");
    }

    /** What others wrote is text to it. */
    private static void aBrowserReadsThem() {
        Page page = chromium.page(console, "boss", "/sources");
        assertThat(page.locator("tr.source")).hasCount(2);
        page.getByLabel("Collection").fill("shedLock");
        page.getByLabel("Library").selectOption("ShedLock");
        button(page, "Test it").click();
        assertThat(page.locator(".trial li")).hasCount(8);
        Axe.assertNothingSerious(page);
        page.navigate(console.address("/" + list("changelog_lock", "migrate-mongo")));
        assertThat(page.locator(".locks-grid")).containsText("unknown");
        Axe.assertNothingSerious(page);
        page.navigate(console.address("/" + list("shedLock", "shedlock")));
        page.getByText(SCRIPT).first().click();
        assertThat(page.locator(".lock-panel h2")).hasText(SCRIPT);
        assertThat((Boolean) page.evaluate("() => window.hacked === undefined")).isTrue();
        Axe.assertNothingSerious(page);
    }

    /** A collection that the search does not propose; one of its two locks has another form. */
    @Test
    void anAdministratorAddsACollectionByHandAndSeesWhatCannotBeRead() {
        MongoCollection<Document> jobs = console.database().getCollection("by_hand");
        jobs.insertOne(ShedLocks.lock("odd", "app-1", -5, 600).append("lockUntil", "2026-11-26"));
        ServerPage boss = pages.page("boss", "/sources");
        ServerPart form = boss.find(".source-add");
        form.find(".fault").reads(""); // there is none yet
        form.button("Add").click();
        form.shows("Give database, collection and library.");
        form.field("Collection").fill("by_hand");
        form.find("select").choose("ShedLock");
        form.button("Test it").click();
        boss.find(".trial")
                .shows("0 of 1 documents are locks of ShedLock", "“odd”: lockUntil is a string, and has to be a date");
        boss.shows("Something does not work.");
        boss.button("Close").click();
        form.button("Add").click();
        ServerPart added = boss.find("tr.source").having("by_hand");
        added.shows("1 not readable");

        boss.open(list("by_hand", "shedlock"));
        boss.find("vaadin-grid .lock-name").reads("odd");
        boss.find("vaadin-grid .state").first().reads("damaged");
        boss.find(".summary").shows("1 not readable");
        boss.showsNone("No lock is held.");
        jobs.drop();
        boss.shows("No lock is held.");
        boss.open("/sources");
        boss.button("Remove: " + console.database().getName() + ".by_hand").click();
        boss.button("Remove").click();
        added.counts(0);
    }

    private static String list(String collection, String dialect) {
        return LockAddress.list(LockSource.id(console.database().getName(), collection, dialect));
    }

    private static Date at(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }
}
