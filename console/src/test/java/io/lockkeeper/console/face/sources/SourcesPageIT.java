package io.lockkeeper.console.face.sources;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static com.mongodb.client.model.Updates.set;
import static io.lockkeeper.console.fixture.Chromium.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SourcesPageIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String SCRIPT = "<img src=x onerror=\"window.hacked=1\">";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", PASSWORD);

    @AutoClose
    private static final Chromium chromium = new Chromium();

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
        Page viewer = chromium.page(console, Console.VIEWER, "/sources");
        assertThat(viewer.getByText("No further collections of locks are watched."))
                .isVisible();
        assertThat(viewer.locator(".source-search")).hasCount(0);
        assertThat(viewer.locator("nav a", new Page.LocatorOptions().setHasText("Sources")))
                .hasCount(0);

        Page boss = administrator();
        assertThat(boss.locator("nav a", new Page.LocatorOptions().setHasText("Sources")))
                .hasCount(1);
        button(boss, "Look for locks").click();
        Locator found = boss.locator("tr.proposal");
        assertThat(found).hasCount(2);
        assertThat(found.filter(with("shedLock"))).containsText("certain");
        assertThat(found.filter(with("shedLock"))).containsText("by lockUntil, lockedAt, lockedBy");
        assertThat(boss.locator(".source-search")).containsText("4 collections looked at");
        button(boss, "Test: shedLock").click();
        assertThat(boss.locator(".trial li")).hasCount(8);
        assertThat(boss.locator(".trial")).containsText("Not needed while the source is read-only");
        assertThat(boss.getByText("What the console needs here works.")).isVisible();
        Axe.assertNothingSerious(boss);
        button(boss, "Close").click();
        button(boss, "Watch: shedLock as ShedLock").click();
        Locator sources = boss.locator("tr.source");
        assertThat(sources).hasCount(1);
        button(boss, "Watch: changelog_lock as migrate-mongo").click();
        assertThat(sources).hasCount(2);
        assertThat(sources.filter(with("shedLock"))).containsText("Grade C");
        assertThat(sources.filter(with("shedLock"))).containsText("3 held");
        assertThat(viewer.locator("tr.source")).hasCount(2);
        Axe.assertNothingSerious(boss);

        viewer.locator("tr.source a", new Page.LocatorOptions().setHasText("shedLock"))
                .click();
        assertThat(viewer).hasURL(Pattern.compile(".*/locks\\?source=.*"));
        Locator rows = viewer.locator(".locks-grid .lock-name:visible");
        assertThat(rows).hasCount(3);
        assertThat(viewer.locator(".locks-grid .state:visible").first()).hasText("held or cooling down");
        viewer.getByLabel("Free locks").check();
        assertThat(rows).hasCount(4);
        assertThat(viewer.locator(".source-about")).containsText("Unlock checks no owner");
        assertThat(viewer.locator(".source-about")).containsText("come from the clocks of its clients");
        assertThat((Boolean) viewer.evaluate("() => window.hacked === undefined"))
                .isTrue();
        rows.filter(with("nightly-report")).click();
        Locator panel = viewer.locator(".lock-panel");
        assertThat(panel.locator(".sentence")).containsText("by app-1");
        assertThat(panel.locator(".sentence")).containsText("it expires ");
        assertThat(panel).containsText("unknown: the documents of ShedLock do not name waiters.");
        Axe.assertNothingSerious(viewer);
        console.database()
                .getCollection("shedLock")
                .updateOne(new Document("_id", "nightly-report"), set("lockUntil", at(-1)));
        assertThat(panel.locator(".state")).hasText("free");
        String csv = viewer.request()
                .get(console.address("/" + viewer.locator(".export a").first().getAttribute("href")))
                .text();
        assertThat(csv.lines()).hasSize(5);
        assertThat(csv)
                .startsWith("\uFEFF\"lock\",\"state\",\"finding\"")
                .contains("\"send-reminders\",\"HELD\"")
                .contains("shedLock/shedlock\",\"app-2\",\"at\"");
        viewer.getByLabel("Close").click();
        viewer.locator("h1").hover(); // with the pointer in the list, its rows stand still

        console.database().getCollection("shedLock").insertOne(ShedLocks.lock("ahead", "app-9", 30, 90));
        assertThat(viewer.locator(".locks-grid .state.severity:visible")).hasText("clock differs");
        rows.filter(with("ahead")).click();
        assertThat(panel.locator(".evidence")).containsText("The clock of app-9 is");
        viewer.locator(".search input").fill("remind");
        assertThat(rows).hasCount(1);
        viewer.locator(".search input").fill("app-2");
        assertThat(rows).hasCount(1);
        assertThat(viewer).hasURL(Pattern.compile(".*/locks[^?]*\\?(?=.*source=.*shedlock)(?=.*q=app-2).*"));
        assertThat(rows).hasCount(1);
        viewer.locator(".search input").fill("no such");
        assertThat(viewer.getByText("No lock matches “no such”.")).isVisible();
        viewer.navigate(console.address("/" + list("changelog_lock", "migrate-mongo")));
        assertThat(viewer.locator(".locks-grid [title^='never: the collection has no TTL index on createdAt']")
                        .last())
                .hasText("never");
        assertThat(viewer.locator(".locks-grid")).containsText("unknown");
        Axe.assertNothingSerious(viewer);
        viewer.navigate(console.address("/waits"));
        assertThat(viewer.getByText("Who waits for locks of other libraries is unknown"))
                .isVisible();
        viewer.navigate(console.address("/locks"));
        assertThat(viewer.locator(".list-state"))
                .containsText("The locks of further collections are on the page Sources.");
        viewer.navigate(console.address("/" + list("changelog_lock", "migrate-mongo")));

        console.fail(new Document("failCommands", List.of("getMore", "aggregate", "hello", "find"))
                .append("closeConnection", true));
        assertThat(viewer.locator(".badge")).containsText("disconnected");
        console.heal();
        assertThat(viewer.locator(".badge")).containsText("live");

        button(boss, "Remove: " + console.database().getName() + ".changelog_lock")
                .click();
        button(boss, "Remove").click();
        assertThat(sources).hasCount(1);
        assertThat(viewer.getByText("No such source.").first()).isVisible();
    }

    /** A collection that the search does not propose; one of its two locks has another form. */
    @Test
    void anAdministratorAddsACollectionByHandAndSeesWhatCannotBeRead() {
        MongoCollection<Document> jobs = console.database().getCollection("by_hand");
        jobs.insertOne(ShedLocks.lock("odd", "app-1", -5, 600).append("lockUntil", "2026-11-26"));
        Page boss = administrator();
        Locator form = boss.locator(".source-add");
        assertThat(form.locator(".fault")).isHidden(); // there is none yet
        button(boss, "Add").click();
        assertThat(form).containsText("Give database, collection and library.");
        form.getByLabel("Collection").fill("by_hand");
        form.getByLabel("Library").selectOption("ShedLock");
        button(boss, "Test it").click();
        assertThat(boss.locator(".trial")).containsText("0 of 1 documents are locks of ShedLock");
        assertThat(boss.locator(".trial")).containsText("“odd”: lockUntil is a string, and has to be a date");
        assertThat(boss.getByText("Something does not work.")).isVisible();
        button(boss, "Close").click();
        Axe.assertNothingSerious(boss);
        button(boss, "Add").click();
        Locator added = boss.locator("tr.source").filter(with("by_hand"));
        assertThat(added).containsText("1 not readable");

        boss.navigate(console.address("/" + list("by_hand", "shedlock")));
        assertThat(boss.locator(".locks-grid .lock-name:visible")).containsText("odd");
        assertThat(boss.locator(".locks-grid .state:visible")).containsText("damaged");
        assertThat(boss.locator(".summary")).containsText("1 not readable");
        assertThat(boss.getByText("No lock is held.")).hasCount(0);
        jobs.drop();
        assertThat(boss.getByText("No lock is held.")).isVisible();
        boss.navigate(console.address("/sources"));
        button(boss, "Remove: " + console.database().getName() + ".by_hand").click();
        button(boss, "Remove").click();
        assertThat(added).isHidden();
    }

    private static String list(String collection, String dialect) {
        return LockAddress.list(LockSource.id(console.database().getName(), collection, dialect));
    }

    private static Locator.FilterOptions with(String text) {
        return new Locator.FilterOptions().setHasText(text);
    }

    private static Page administrator() {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        page.navigate(console.address("/sources"));
        chromium.fill(page, "boss", PASSWORD);
        page.locator(".shell").waitFor();
        return page;
    }

    private static Date at(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }
}
