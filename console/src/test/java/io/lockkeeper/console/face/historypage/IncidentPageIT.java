package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Records;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.mongodb.core.MongoTemplate;

class IncidentPageIT {

    private static final String AT = "/incident?from=2025-11-20T02:30:00Z&until=2025-11-20T03:40:00Z";
    private static final Instant EVICTED = Night.AT.plus(Duration.ofMinutes(19));

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void aNight() {
        new Night(console).record();
        next(1, Night.AT, Night.AT.plusMillis(60));
        next(2, Night.AT.plusMillis(60), Night.AT.plusMillis(90));
        console.own()
                .getCollection("sightings")
                .insertOne(new Document("_id", "hanging@1")
                        .append("kind", "HANGING")
                        .append("source", "")
                        .append("lock", "import:products")
                        .append("evidence", "HangingImport.importProducts:42 since 2025-11-20 02:48:00.000 UTC")
                        .append("others", List.of())
                        .append("firstSeen", Date.from(Night.AT.minus(Duration.ofMinutes(24))))
                        .append("endedAt", Date.from(Instant.now()))); // else the server would delete it
        console.bean(AuditLog.class)
                .intend(AskedEvictions.entry(
                        "night-1",
                        EVICTED.minusSeconds(15),
                        "ops",
                        "",
                        LockId.first("import:products"),
                        "acquirer",
                        1,
                        "import · im-1",
                        "hung on a dead peer"));
    }

    /** One of two that followed each other too quickly to tell of. */
    private static void next(long token, Instant granted, Instant ended) {
        Party holder = new Party("agent-" + token, "shop", "shop-" + token, "host", 1, "main", "");
        LeaseKey key = new LeaseKey("order:4713", token);
        console.bean(MongoTemplate.class)
                .insert(Records.lease(key, holder, Night.AT, granted, ended, Ending.RELEASED, null));
    }

    @Test
    void aNightIsSaidInOrderAndEachSentenceIsOnRecord() {
        ServerPage page = pages.page(Console.VIEWER, AT);
        page.find(".summary").shows("2025-11-20 02:30:00 UTC to 2025-11-20 03:40:00 UTC");
        page.find(".sentence")
                .shows(
                        "4 waits took 2 h 02 min in all",
                        "import waited 2 h 01 min of it for import:products, which import held.",
                        "1 finding",
                        "1 change");
        List<String> happened = page.find(".happenings li").texts();
        assertThat(happened).hasSizeGreaterThanOrEqualTo(4);
        assertThat(happened.get(0))
                .contains("02:47:00", "import · im-1 was granted import:products", "and held it for 44 min")
                .contains("until it was evicted by ops: hung on a dead peer. Behind it, 3 requests waited 2 h 00 min");
        assertThat(happened.get(1)).contains("02:48:00", "finding", "importProducts:42");
        assertThat(happened.get(2)).contains("03:30:45", "ops asked to evict import:products: hung on a dead peer");
        assertThat(happened.get(3)).contains("03:31:00", "import · im-2 was granted");
        assertThat(happened).noneMatch(it -> it.contains("order:4713"));
        page.find(".timeline .bar.evicted").counts(1);
        page.find(".of-costs tbody tr").counts(3);
    }

    @Test
    void aTimeThatIsNoneOrTooLongIsRefusedInASentence() {
        pages.page(Console.VIEWER, "/incident?from=2025-11-20T03:40:00Z&until=2025-11-20T02:30:00Z")
                .find(".message")
                .shows("it must end after it begins", "2025-11-20T03:40:00Z");
        pages.page(Console.VIEWER, "/incident?from=2025-11-20T03:40:00Z&until=2025-11-22T02:30:00Z")
                .find(".message")
                .shows("at most a day later");
        pages.page(Console.VIEWER, "/incident?from=2025-11-10T00:00:00Z&until=2025-11-10T01:00:00Z")
                .find(".happenings, .message")
                .shows("Nothing is on record of this time.");
    }

    @Test
    void aFileHasTheSameAndRefusesTheSame() {
        String json = pages.file("export/incident.json" + AT.substring("/incident".length()))
                .body();
        assertThat(json)
                .contains("\"at\":\"2025-11-20T02:47:00Z\"", "\"kind\":\"HELD\"", "\"lock\":\"import:products\"")
                .contains("\"kind\":\"FINDING\"", "\"kind\":\"OPERATOR\"");
        assertThat(pages.file("export/incident.csv?from=2025-11-20T00:00:00Z&until=2025-11-22T00:00:00Z")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void itIsReadOnEveryWidthInLightAndDarkAndPrintedOnTwoPages() {
        Pictures.takeAll(chromium, "incident", page -> {
            chromium.logIn(page, console, Console.VIEWER, AT);
            assertThat(page.locator(".happenings li").first()).isVisible();
        });
        Page page = chromium.enter(chromium.browser(360, 740, ColorScheme.LIGHT).newPage(), console, Console.VIEWER);
        page.navigate(console.address(AT));
        assertThat(page.locator(".happenings li").first()).isVisible();
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(360);
        Axe.assertNothingSerious(page);
        String printed = new String(page.pdf(), StandardCharsets.ISO_8859_1);
        assertThat(printed.split("/Type /Page\\b", -1)).hasSizeBetween(2, 3);
    }
}
