package io.lockkeeper.console.face.historypage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
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
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who waited for one of our own locks in a further collection, on the pages and in the files that show it of the first. */
class WaitsOfASourceIT {

    private static final Duration TTL = Duration.ofMinutes(5);

    @AutoClose
    private static final Console console = Console.start();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

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
        ServerPage page = pages.page(Console.VIEWER, "/" + LockAddress.whole(LOCK));
        page.find(".lock-past ol.taken-out").shows("report · report-1", "by ann: in the way");
        page.find(".lock-past .lease-table tr.lease").first().showsNone("unknown");
        page.find(".lock-past tr.usual").last().shows("Waited");
        page.showsNone("How many waited, and for how long, is unknown.");
        Pictures.of(console, Console.VIEWER, "/" + LockAddress.whole(LOCK), "waits-of-a-source");
    }

    @Test
    void theHistoryListsThemAndItsFilesToo() {
        ServerPage page = pages.page(Console.VIEWER, "/history?window=hour" + OF_SOURCE);
        page.find(".summary").shows("1 taken out of queues");
        page.find("tr.past").counts(3);
        page.find("tr.past").having("taken out").shows(DATABASE + ".locks");
        page.find("tr.past").having("shop · shop-1").shows("waited ");
        page.find("tr.past").having("import · import-1").shows("2 behind it");
        String file = pages.file("export/history.csv?window=hour" + OF_SOURCE).body();
        assertThat(file.lines().filter(line -> line.contains("TAKEN_OUT")))
                .singleElement()
                .asString()
                .contains(LOCK.source(), "report-1", "in the way");
        Pictures.of(console, Console.VIEWER, "/history?window=hour" + OF_SOURCE, "history-with-waits-of-a-source");
    }

    @Test
    void whoCostWhomAddsThemUpAndLeadsToTheLockOfTheSource() {
        ServerPage page = pages.page(Console.VIEWER, "/history?window=hour&costs=lock" + OF_SOURCE);
        page.find(".summary").matches("^2 waits took ");
        page.find(".caveat").counts(0);
        page.find(".of-costs tbody tr").counts(2);
        page.find(".of-costs tbody tr")
                .first()
                .find("a[href*='import']")
                .first()
                .has("href", Pattern.quote(LockAddress.whole(LOCK)));
        Pictures.of(
                console, Console.VIEWER, "/history?window=hour&costs=lock" + OF_SOURCE, "costs-with-waits-of-a-source");
        page.find(".of-costs .link-button").first().click();
        page.find(".of-episodes tbody tr").counts(1);
        page.find(".of-episodes a.num").first().click();
        page.isAt(".*&source=.*_further.locks~2flockkeeper");
    }
}
