package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PastMarksIT {

    private static final Instant DAY = Night.DAY;
    private static final String AT = "/history?at=" + Night.AT.toString().replace("Z", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeAll
    static void recordTheNight() {
        new Night(console).record();
        evicted("evicted", at(191), Outcome.MARKED);
        evicted("of the next day", at(24 * 60 + 5), Outcome.ENDED);
        evicted("refused", at(200), Outcome.REFUSED);
        pausedOften();
        console.own()
                .getCollection("state")
                .insertOne(new Document("_id", "deploys")
                        .append(
                                "deploys",
                                List.of(
                                        deploy("billing", null, 10),
                                        deploy("report", "0.1.0", 150),
                                        deploy("import", "0.1.0", 180))));
    }

    @Test
    void evictionsDeploysAndGapsOfTheDayAreMarkedAndLeadToTheirMoment() {
        ServerPage page = pages.page(Console.VIEWER, AT);
        ServerPart marks = page.find(".mark-list");
        marks.find("summary").reads("On this day: 1 eviction · 2 times without records · 2 deploys");
        page.find(".marks span").counts(3);
        page.find(".marks .deploy").first().has("title", "report began to run .*");
        marks.find("summary").click();
        marks.find("li").counts(5);
        marks.find("li").nth(0).shows("report began to run version 0.2.0 of the library; before, 0.1.0.");
        marks.find("li").nth(2).shows("import:products was evicted by ops: hung <b>on</b> a peer");
        marks.find("li").nth(3).shows("Nothing is recorded from");
        marks.find("li").nth(2).find("button").click();
        page.isAt("at=.*03(:|%3A)11.*");
        page.find(".summary").shows("03:11:00 UTC");

        page.open(AT.replace("T03:12", "T03:13") + "&window=day&lock=nothing");
        page.find(".marks span").counts(3);
    }

    @Test
    void aLocksPageMarksTheDeploysOfItsHolders() {
        ServerPage page = pages.page(Console.VIEWER, "/lock/import%3Aproducts");
        page.find(".timeline .marks .deploy").has("title", "import began to run .*");
        ServerPart marks = page.find(".lock-past .mark-list");
        marks.find("summary").reads("In this time: 1 deploy");
        marks.find("summary").click();
        marks.find("button").click();
        page.isAt("/history\\?at=.*03(:|%3A)00.*");
        pages.page(Console.VIEWER, "/locks/import%3Aproducts")
                .find(".lock-panel .history")
                .shows("import began to run version 0.2.0");
    }

    @Test
    void theyAreReadAloudAndDrawnForPeopleToo() {
        Page marks = chromium.page(console, Console.OPERATOR, AT);
        marks.locator(".mark-list summary").click();
        assertThat(marks.locator(".mark-list li")).hasCount(5);
        Axe.assertNothingSerious(marks);
        Pictures.takeAll(chromium, "history-marks", page -> {
            chromium.logIn(page, console, Console.OPERATOR, AT);
            page.locator(".mark-list summary").click();
            assertThat(page.locator(".mark-list li")).hasCount(5);
        });
    }

    /** More often than evictions of a day are read, and after them. */
    private static void pausedOften() {
        MongoCollection<Document> audit = console.own().getCollection(AuditEntry.COLLECTION);
        Document pause = Objects.requireNonNull(
                audit.find(new Document("_id", "refused")).first());
        audit.insertMany(IntStream.range(0, 501)
                .mapToObj(i -> new Document(pause)
                        .append("_id", "pause-" + i)
                        .append("action", Action.PAUSE.name())
                        .append("at", at(600)))
                .toList());
    }

    private static Document deploy(String service, @Nullable String before, int minute) {
        return new Document("service", service)
                .append("version", "0.2.0")
                .append("before", before)
                .append("at", at(minute));
    }

    private static void evicted(String id, Instant at, Outcome outcome) {
        AuditEntry entry = AskedEvictions.entry(
                id,
                at,
                "ops",
                "10.1.2.3",
                LockId.first("import:products"),
                "a.17",
                42,
                "import",
                "hung <b>on</b> a peer");
        AuditLog log = console.bean(AuditLog.class);
        log.intend(entry);
        log.conclude(entry, new Result(at.plusMillis(20), outcome, "", ""));
    }

    private static Instant at(int minute) {
        return DAY.plusSeconds(minute * 60L);
    }
}
