package io.lockkeeper.console.ground.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the Locks page and the audit list, as files. */
class ExportIT {

    private static final Duration TTL = Duration.ofMinutes(10);

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.export-rows=3");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AutoClose
    private static final Visitor visitor = new Visitor(console);

    @BeforeAll
    static void locks() {
        hold("order:1", "billing", "=HYPERLINK(1)");
        hold("order:2", "billing", "");
        hold("report", "report", "");
        for (int i = 0; i < 1_001; i++) {
            console.bean(AuditLog.class).intend(entry(i));
        }
        visitor.logIn(Console.VIEWER, Console.VIEWER);
    }

    @Test
    void aFileHasTheLocksThatThePageIsNarrowedTo() {
        ServerPage page = pages.page(Console.VIEWER, "/locks?q=order");
        page.find(".locks-grid").shows("order:2");
        String csv = download(page, "CSV");
        assertThat(csv.lines()).hasSize(3);
        assertThat(csv)
                .startsWith("\uFEFF\"lock\",\"state\",\"finding\",\"waiters\",\"token\",\"acquiredAt\"")
                .contains("\"order:1\",\"HELD\"")
                .contains("\"'=HYPERLINK(1)\"");
        page.find(".search").fill("service:report");
        page.find(".export a").last().has("href", "^export/locks.json\\?q=service%3Areport$");
        Document json = Document.parse(download(page, "JSON"));
        assertThat(json.getList("locks", Document.class))
                .extracting(row -> row.getString("lock"), row -> row.getString("service"))
                .containsExactly(tuple("report", "report"));
        assertThat(json.getString("cut")).isEmpty();
    }

    @Test
    void aFileOfTheAuditHasMoreThanItsPageAndIsCutWithASentence() {
        Document all = Document.parse(visitor.get("/export/audit.json").body());
        assertThat(all.getList("entries", Document.class)).hasSize(3);
        assertThat(all.getString("cut"))
                .isEqualTo("Cut after 3 entries: there are more. Name a part of the lock or of the operator.");
        Document one = Document.parse(
                visitor.get("/export/audit.json?lock=order:1000&page=7").body());
        assertThat(one.getList("entries", Document.class))
                .singleElement()
                .satisfies(row -> assertThat(row.getString("reason")).isEqualTo("because 1000"))
                .satisfies(row -> assertThat(row.get("answer")).isNull());
        assertThat(visitor.get("/export/audit.csv?lock=a%00b").statusCode()).isEqualTo(400);
    }

    /** The board keeps the free locks that became free last: the first of these is not among them. */
    @Test
    void whoAsksForFreeLocksIsToldThatSomeAreMissingAndFindsEachByItsName() {
        console.locks()
                .collection()
                .insertMany(IntStream.rangeClosed(0, 1_000)
                        .mapToObj(i -> LockMapper.toBson(new LockDocument(
                                "Gone:" + i, 1, i + 1, List.of(), List.of(), null, null, Instant.now())))
                        .toList());
        await().untilAsserted(
                        () -> assertThat(cut("q=no-such-lock&free=1")).startsWith("Of the free locks, only the 1,000"));
        assertThat(cut("q=no-such-lock")).isEmpty();
        ServerPage page = pages.page(Console.VIEWER, "/locks?q=Gone:0&free=1");
        page.shows("No lock matches “Gone:0”");
        page.find(".page-foot").shows("the list has the 1,000 that became free last");
        page.find("a, button, vaadin-button")
                .reading("Look up the lock named “Gone:0”")
                .click();
        page.find(".lock-panel h2").reads("Gone:0");
        page.find(".lock-panel .state").first().reads("free");
    }

    private static String cut(String query) {
        return Document.parse(visitor.get("/export/locks.json?" + query).body()).getString("cut");
    }

    private static void hold(String lock, String service, String note) {
        console.locks().enqueue(lock, Locks.owner(service, service + "-1", 1, "main", note), TTL);
    }

    private static AuditEntry entry(int i) {
        return AskedEvictions.entry(
                "entry-" + i,
                Instant.parse("2026-11-01T00:00:00Z").plusSeconds(i),
                "ops",
                "127.0.0.1",
                LockId.first("order:" + i),
                "a" + i,
                i,
                "billing",
                "because " + i);
    }

    private static String download(ServerPage page, String name) {
        return pages.file(page.find(".export a").reading(name).attribute("href"))
                .body();
    }
}
