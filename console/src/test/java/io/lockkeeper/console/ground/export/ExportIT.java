package io.lockkeeper.console.ground.export;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the Locks page and the audit list, as files. */
class ExportIT {

    private static final Duration TTL = Duration.ofMinutes(10);

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.export-rows=3");

    @AutoClose
    private static final Chromium chromium = new Chromium();

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
        Page page = chromium.page(console, Console.VIEWER, "/locks?q=order");
        assertThat(page.locator(".locks-grid")).containsText("order:2");
        String csv = download(page, "CSV");
        assertThat(csv.lines()).hasSize(3);
        assertThat(csv)
                .startsWith("\uFEFF\"lock\",\"state\",\"finding\",\"waiters\",\"token\",\"acquiredAt\"")
                .contains("\"order:1\",\"HELD\"")
                .contains("\"'=HYPERLINK(1)\"");
        page.getByLabel("Search locks").fill("service:report");
        assertThat(page.locator(".export a").last()).hasAttribute("href", "export/locks.json?q=service%3Areport");
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
        Page page = chromium.page(console, Console.VIEWER, "/locks?q=Gone:0&free=1");
        assertThat(page.getByText("No lock matches “Gone:0”")).isVisible();
        assertThat(page.locator(".page-foot")).containsText("the list has the 1,000 that became free last");
        page.getByText("Look up the lock named “Gone:0”").click();
        assertThat(page.locator(".lock-panel h2")).hasText("Gone:0");
        assertThat(page.locator(".lock-panel .state").first()).hasText("free");
    }

    private static String cut(String query) {
        return Document.parse(visitor.get("/export/locks.json?" + query).body()).getString("cut");
    }

    private static void hold(String lock, String service, String note) {
        console.locks().enqueue(lock, Locks.owner(service, service + "-1", 1, "main", note), TTL);
    }

    private static AuditEntry entry(int i) {
        return new AuditEntry(
                "entry-" + i,
                Instant.parse("2026-11-01T00:00:00Z").plusSeconds(i),
                "ops",
                "127.0.0.1",
                AuditEntry.Action.EVICT,
                "order:" + i,
                "a" + i,
                i,
                "billing",
                "because " + i,
                null,
                null);
    }

    private static String download(Page page, String name) {
        try (var file = page.waitForDownload(
                        () -> page.locator(".export").getByText(name).click())
                .createReadStream()) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
