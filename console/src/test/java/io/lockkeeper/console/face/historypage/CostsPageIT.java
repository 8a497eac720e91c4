package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Records;
import java.time.Instant;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.mongodb.core.MongoTemplate;

class CostsPageIT {

    private static final Instant THEN = Instant.parse("2025-11-22T04:00:00Z");
    private static final Instant BEGUN = Instant.parse("2025-11-10T00:00:00Z");
    private static final int WEEK = 7 * 24 * 3_600;
    private static final String AT = "/history?at=2025-11-22T04:00:00&window=hour";

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    private static long token;

    @BeforeAll
    static void anHour() {
        new Night(console).record(); // two days before
        console.own()
                .getCollection("streams")
                .updateOne(new Document("_id", "history"), new Document("$set", new Document("begun", BEGUN)));
        lease("checkout-service:order-processing:tenant-4711", "import-service", -2_700, -2_700, -900);
        for (int i = 0; i < 14; i++) {
            lease(
                    "checkout-service:order-processing:tenant-4711",
                    "checkout-service",
                    -2_400 + 40 * i,
                    -900 + 20 * i,
                    -880 + 20 * i);
        }
        lease(
                "checkout-service:order-processing:tenant-4711",
                "import-service",
                -WEEK - 2_700,
                -WEEK - 2_700,
                -WEEK - 900);
        lease(
                "checkout-service:order-processing:tenant-4711",
                "checkout-service",
                -WEEK - 2_400,
                -WEEK - 900,
                -WEEK - 880);
        lease("report:nightly", "report-service", -3_000, -3_000, -300);
        wait("report:nightly", "billing-service", -1_200, -700);
        for (int i = 0; i < 5; i++) {
            lease("customer:" + (80 + i), "shop", -500 - i, -500 - i, -480 - i);
            lease("customer:" + (80 + i), "billing-service", -495 - i, -480 - i, -470 - i);
        }
    }

    @Test
    void anHoursWaitsAreAddedUpByWhoHeldAndEachEpisodeLeadsToItsMoment() {
        ServerPage page = pages.page(Console.VIEWER, AT);
        page.button("Who cost whom").click();
        page.isAt("costs=service");
        page.find(".summary").shows("20 waits took");
        ServerPart rows = page.find(".costs table").first().find("tbody tr");
        rows.first().shows("checkout-service", "import-service", "4 h 49 min");
        page.find(".costs").shows("How much the locks were in use");
        page.find(".costs table").last().find("tbody tr").first().shows("75 %");

        rows.first().find(".link-button").click();
        page.find(".costs .counted-why")
                .shows(
                        "checkout-service waited 4 h 49 min in 14 waits while import-service held.",
                        "The week before: 25 min 00 s.");
        ServerPart leases = page.find(".of-leases tbody tr");
        leases.counts(1);
        leases.first().shows("import-service", "2025-11-22 03:15:00", "2025-11-22 03:45:00", "4 h 49 min", "14");
        ServerPart episodes = page.find(".of-episodes tbody tr");
        episodes.counts(14);
        String whole = page.address();
        Pictures.of(console, Console.VIEWER, whole, "costs-episodes");
        episodes.first().find("a.num").first().click();
        page.isAt("at=2025-11-22T03(:|%3A)20(:|%3A)00.*lock=");
        page.find("tr.past").first().shows("import-service");
        page.open(whole);
        episodes.counts(14);
    }

    @Test
    void whoWaitedForWhomIsDrawnOverTheHourAndComparedWithTheWeekBefore() {
        ServerPage page = pages.page(Console.VIEWER, AT + "&costs=service");
        ServerPart dearest = page.find(".of-costs tbody tr").first();
        dearest.shows("4 h 49 min", "the week before 25 min 00 s");
        dearest.find(".bars span").counts(30);
        dearest.find(".bars")
                .has("aria-label", "^Most of it from 2025-11-22 03:3\\d:00 to 03:3\\d:00 UTC: 28 min 00 s$");
        page.find(".of-costs tbody tr").nth(1).shows("the week before none");
        page.find(".costs .counted-why")
                .first()
                .shows("what was waited in 2 min 00 s", "The week before is from 2025-11-15 03:00:00 UTC");
        page.find(".of-costs .not-seen").counts(0);
    }

    /** Its history begins two days later. */
    @Test
    void aWeekBeforeThatNobodyRecordedIsUnknownAndNotNothing() {
        ServerPage page = pages.page(Console.VIEWER, AT.replace("11-22", "11-15") + "&costs=service");
        page.find(".of-costs tbody tr").first().shows("25 min 00 s", "the week before unknown");
        page.find(".costs .counted-why").first().shows("Nothing was recorded a week before");
        page.open("/history?at=2025-11-10T00:30:00&window=hour&costs=service");
        page.find(".costs .message h2").reads("No wait is on record in this time, of which not all was recorded.");
    }

    @Test
    void anEpisodeOfATenthOfASecondLeadsToItsVeryLease() {
        Instant noon = Instant.parse("2025-11-21T12:00:00.250Z");
        for (int i = 0; i < 12; i++) {
            Instant granted = noon.plusMillis(100L * i);
            own().insert(Records.lease(
                    new LeaseKey("brief", ++token),
                    party(i == 3 ? "import-service" : "shop", token),
                    i == 4 ? noon.plusMillis(320) : granted,
                    granted,
                    granted.plusMillis(100),
                    Ending.RELEASED,
                    null));
        }
        ServerPage page = pages.page(
                Console.VIEWER,
                "/history?at=2025-11-21T12:10:00&window=hour&costs=service&holder=import-service&waiter=shop");
        page.find(".of-episodes tbody tr").counts(1);
        page.find(".of-episodes a.lease").click();
        page.find("tr.past").counts(1);
        page.find("tr.past").shows("import-service", "of 0.1 s");
        page.isAt("at=2025-11-21T12(:|%3A)00(:|%3A)00.570Z.*service=import-service.*lock=brief");
    }

    @Test
    void theSumsAreOfLocksOrOfPrefixesToo() {
        ServerPage page = pages.page(Console.VIEWER, AT + "&costs=prefix");
        ServerPart rows = page.find(".costs table").first().find("tbody tr");
        rows.first().shows("checkout-service:");
        page.button("By lock").click();
        rows.first().shows("checkout-service:order-processing:tenant-4711");
        page.isAt("costs=lock");
    }

    @Test
    void aTimeWithoutWaitsSaysSo() {
        pages.page(Console.VIEWER, "/history?at=2025-11-21T00:00:00&costs=service")
                .find(".costs .message h2")
                .reads("No request waited in this time.");
    }

    @Test
    void itIsReadOnEveryWidthInLightAndDark() {
        Pictures.takeAll(chromium, "costs", page -> {
            chromium.logIn(page, console, Console.VIEWER, AT + "&costs=service");
            assertThat(page.locator(".costs table").first()).isVisible();
        });
        Page page = chromium.enter(chromium.browser(390, 844, ColorScheme.LIGHT).newPage(), console, Console.VIEWER);
        page.navigate(console.address(AT + "&costs=service"));
        assertThat(page.locator(".costs table").first()).isVisible();
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(390);
        Axe.assertNothingSerious(page);
    }

    private static void lease(String lock, String service, int asked, int granted, int ended) {
        own().insert(Records.lease(
                new LeaseKey(lock, ++token),
                party(service, token),
                THEN.plusSeconds(asked),
                THEN.plusSeconds(granted),
                THEN.plusSeconds(ended),
                Ending.RELEASED,
                null));
    }

    private static void wait(String lock, String service, int since, int until) {
        own().insert(Records.wait(lock, party(service, ++token), THEN.plusSeconds(since), THEN.plusSeconds(until)));
    }

    private static Party party(String service, long pid) {
        String instance = service + "-7d9f8b6c5d-" + List.of("x2x9z", "k4m2p").get((int) (pid % 2));
        return new Party("agent", service, instance, "node-1", pid, "worker-" + pid, "");
    }

    private static MongoTemplate own() {
        return console.bean(MongoTemplate.class);
    }
}
