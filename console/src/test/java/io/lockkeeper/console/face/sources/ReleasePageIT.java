package io.lockkeeper.console.face.sources;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static com.mongodb.client.model.Updates.set;
import static io.lockkeeper.console.fixture.Chromium.button;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReleasePageIT {

    private static final String PASSWORD = "correct horse battery";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", PASSWORD);

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    private static MongoCollection<Document> locks;

    @BeforeAll
    static void source() {
        locks = console.database().getCollection("shedLock");
        locks.insertOne(ShedLocks.held("nightly-report", "app-1"));
        locks.insertOne(ShedLocks.held("send-reminders", "app-2"));
        console.watch("shedLock", "shedlock");
    }

    /** Read-only at first; then allowed, evicted in the words of the grade, and the late write of the old process reported. */
    @Test
    void anOperatorEvictsAHolderOfGradeCAndHearsOfItsLateWrite() {
        StoredSources.allow(console.own(), false);
        ServerPage operator = pages.page(Console.OPERATOR, address("nightly-report"));
        ServerPart card = operator.find(".lock-panel");
        ServerPart evict = card.find(".foot vaadin-button");
        card.shows("app-1");
        evict.isDisabled();
        operator.find(".source-about").shows("read-only until an administrator allows evictions");

        ServerPage boss = pages.page("boss", "/sources");
        boss.button("Allow evictions: " + console.database().getName() + ".shedLock")
                .click();
        boss.button("Allow evictions").click();
        boss.find("tr.source").shows("operators may evict");
        aBrowserReadsTheDialog();

        evict.click();
        ServerPart dialog = operator.find("vaadin-dialog.eviction");
        dialog.shows("not fenced", "Make sure that it is dead.");
        ServerPart confirm = dialog.button("Evict this holder");
        confirm.isDisabled();
        dialog.field("The old process is dead: type nightly-report to confirm").fill("nightly-report");
        confirm.click();
        dialog.shows("Give a reason");
        dialog.field("Ticket or words").fill("hung since the deployment");
        confirm.click();
        dialog.shows("The lock is released.", "Was held by app-1", "for a late write of its old holder");
        dialog.showsNone("Make sure that it is dead.");

        locks.updateOne(new Document("_id", "nightly-report"), set("lockUntil", at(1)));
        dialog.shows("that process lives");
        dialog.button("Close").click();
        card.find(".history").shows("app-1");
        operator.find("[aria-label='Open this lock on a page of its own']").click();
        operator.find(".past-evictions").shows("old holder lives");
        operator.find("tr.lease").first().shows("app-1", "evicted");
        operator.find(".timeline .bar.evicted").counts(1);

        operator.open("/audit");
        ServerPart entry = operator.find("tr.entry").having("nightly-report");
        entry.shows("hung since the deployment", "app-1 · " + console.database().getName() + ".shedLock");
        entry.find("a").click();
        card.shows("nightly-report");
    }

    private static void aBrowserReadsTheDialog() {
        Page page = chromium.page(console, Console.OPERATOR, address("nightly-report"));
        page.locator(".lock-panel .foot vaadin-button").click();
        assertThat(page.getByLabel("The old process is dead")).isVisible();
        Axe.assertNothingSerious(page);
    }

    @Test
    void aHolderThatChangesWhileTheDialogIsOpenIsNamedAndNotEvicted() {
        ServerPage boss = pages.page("boss", address("send-reminders"));
        boss.find(".lock-panel").shows("app-2");
        StoredSources.allow(console.own(), true);
        boss.find(".lock-panel .foot vaadin-button").click();
        ServerPart dialog = boss.find("vaadin-dialog.eviction");
        dialog.field("The old process is dead: type send-reminders to confirm").fill("send-reminders");
        dialog.button("Evict this holder").isEnabled();
        locks.replaceOne(new Document("_id", "send-reminders"), ShedLocks.held("send-reminders", "app-3"));
        dialog.shows("The lock is now held by app-3.");
        dialog.button("Evict this holder").isDisabled();
    }

    /** Of a collection of our own in another database: marked, its agent told, and the next waiter granted. */
    @Test
    void anOperatorEvictsAHolderOfOursAndSeesItStopAndTheNextGranted() throws Exception {
        String database = console.database().getName() + "_pay";
        MongoClient client = MongoServer.shared().client();
        try (LockAgent billing = LockAgent.connect(client, database, AgentOptions.forService("billing"));
                LockAgent report = LockAgent.connect(client, database, AgentOptions.forService("report"))) {
            Lease lease = billing.acquire(LockRequest.of("order:1").withNote("part 5 of 12"));
            CompletableFuture<Lease> next = report.acquireAsync(LockRequest.of("order:1"));
            ServerPage boss = pages.page("boss", "/sources");
            boss.field("Database").first().fill(database);
            boss.button("Look for locks").click();
            boss.find("tr.proposal").shows("certain");
            boss.button("Watch: locks as Lockkeeper").click();
            boss.button("Allow evictions: " + database + ".locks").click();
            boss.button("Allow evictions").click();

            String source = LockAddress.of(LockSource.id(database, "locks", "lockkeeper"));
            ServerPage operator = pages.page(Console.OPERATOR, "/locks?source=" + source);
            operator.find(".lock-name").reads("order:1");
            operator.call("chosen", "order:1");
            ServerPart card = operator.find(".lock-panel");
            card.shows("part 5 of 12", "exclusive");
            card.find(".queue li").shows("report");
            card.find(".foot vaadin-button").click();
            ServerPart dialog = operator.find("vaadin-dialog.eviction");
            dialog.shows("to stop; then the lock is handed to the next waiter. Next in line: ");
            dialog.field("Ticket or words").fill("OPS-42");
            lease.onLoss((lost, loss) -> lost.close());
            dialog.button("Evict this holder").click();
            dialog.shows("The holder confirmed that it stopped.");
            next.get(30, TimeUnit.SECONDS);
            dialog.button("Close").click();
            card.shows("report");
            operator.find("[aria-label='Open this lock on a page of its own']").click();
            operator.find(".timeline .bar.evicted").counts(1);
            operator.find(".past-evictions").shows("stopped after");
        } finally {
            console.own()
                    .getCollection("sources")
                    .deleteOne(new Document("_id", LockSource.id(database, "locks", "lockkeeper")));
            client.getDatabase(database).drop();
        }
    }

    /** Two hold a lock of ours; the one whose process is dead is removed, and whoever waits gets its place. */
    @Tag("nightly")
    @Test
    void anOperatorEvictsOneOfSeveralHoldersAtOnceByTypingTheLocksName() {
        String database = console.database().getName() + "_pool";
        Locks locks = new Locks(MongoServer.shared().client().getDatabase(database));
        List.of("b-1", "b-2")
                .forEach(host ->
                        locks.enqueue("pool", 2, Locks.owner("billing", host, 1, "main", ""), Duration.ofMinutes(5)));
        console.watch(Place.own(database, "locks"), "lockkeeper");
        StoredSources.allow(console.own(), true);
        String source = LockAddress.of(LockSource.id(database, "locks", "lockkeeper"));
        Page operator = chromium.page(console, Console.OPERATOR, "/locks/pool?source=%s".formatted(source));
        Locator leases = operator.locator(".lock-panel .band .facts");
        assertThat(leases).hasCount(2);
        Axe.assertNothingSerious(operator);
        Locator second = leases.filter(new Locator.FilterOptions().setHasText("b-2"));
        assertThat(second.locator(".choose")).isEnabled();
        second.locator(".choose").click();
        Locator dialog = operator.locator("vaadin-dialog.eviction");
        assertThat(dialog).containsText("b-2");
        operator.getByLabel("Ticket or words").fill("the machine is gone");
        assertThat(button(operator, "Evict now")).isHidden();
        operator.keyboard().press("Tab");
        Locator fold = operator.locator(".evict-now summary");
        assertThat(fold).isFocused();
        operator.keyboard().press("Tab");
        assertThat(fold).not().isFocused();
        assertThat(operator.locator(".reason vaadin-text-field[focused]")).hasCount(0);
        operator.keyboard().press("Shift+Tab");
        operator.keyboard().press("Enter");
        Axe.assertNothingSerious(operator);
        assertThat(button(operator, "Evict now")).isDisabled();
        operator.getByLabel("Type pool to confirm").fill("pool");
        locks.enqueue("pool", 2, Locks.owner("billing", "b-3", 1, "main", ""), Duration.ofMinutes(5));
        button(operator, "Evict now").click();
        assertThat(dialog).containsText("removed");
        operator.locator("vaadin-button:text-is(\"Close\")").click();
        assertThat(leases.filter(new Locator.FilterOptions().setHasText("b-3"))).hasCount(1);
        assertThat(leases.filter(new Locator.FilterOptions().setHasText("b-2"))).hasCount(0);
        console.own()
                .getCollection("sources")
                .deleteOne(new Document("_id", LockSource.id(database, "locks", "lockkeeper")));
        MongoServer.shared().client().getDatabase(database).drop();
    }

    /** Of a library that fences its locks; one that does not asks for each lock's name. */
    @Tag("nightly")
    @Test
    void anOperatorEvictsHoldersOfAFencedLibraryTogether() {
        MongoCollection<Document> sherlock = console.database().getCollection("sherlock");
        List.of("import:a", "import:b", "report")
                .forEach(name -> sherlock.insertOne(new Document("_id", name)
                        .append("acquiredBy", "app-1")
                        .append("acquiredAt", at(-60))
                        .append("expiresAt", at(3_600))));
        LockSource source = console.watch("sherlock", "sherlock");
        StoredSources.allow(console.own(), true);
        Page boss = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        boss.navigate(console.address("/" + LockAddress.list(source.id()) + "&q=import"));
        chromium.fill(boss, "boss", PASSWORD);
        assertThat(boss.locator(".lock-cell:visible")).hasCount(2);
        Locator several = button(boss, "Evict several…");
        assertThat(several).isEnabled();
        several.click();
        Locator rows = boss.locator("tr.bulk-row");
        assertThat(rows).hasCount(2);
        assertThat(rows.first()).containsText("app-1");
        boss.getByLabel("All of them").check();
        boss.getByLabel("Ticket or words").fill("the node is gone");
        Axe.assertNothingSerious(boss);
        button(boss, "Evict 2 holders").click();
        assertThat(boss.getByText("Done. The audit has a record of each.")).isVisible();
        boss.locator("vaadin-button:text-is(\"Close\")").click();
        boss.locator("h1").hover(); // with the pointer in the list, its rows stand still
        assertThat(boss.getByText("No lock matches “import”.")).isVisible();
        Assertions.assertThat(sherlock.countDocuments()).isOne();

        String shedLock = LockSource.id(console.database().getName(), "shedLock", "shedlock");
        boss.navigate(console.address("/" + LockAddress.list(shedLock)));
        assertThat(several).isDisabled();
    }

    private static String address(String lock) {
        return "/"
                + LockAddress.page(
                        new LockId(LockSource.id(console.database().getName(), "shedLock", "shedlock"), lock));
    }

    private static Date at(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }
}
