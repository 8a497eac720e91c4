package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Records;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

class CostsPageIT {

    private static final Instant THEN = Instant.parse("2025-11-22T04:00:00Z");
    private static final String AT = "/history?at=2025-11-22T04:00:00&window=hour";

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static long token;

    @BeforeAll
    static void anHour() {
        new Night(console).record(); // two days before
        lease("checkout-service:order-processing:tenant-4711", "import-service", -2_700, -2_700, -900);
        for (int i = 0; i < 14; i++) {
            lease(
                    "checkout-service:order-processing:tenant-4711",
                    "checkout-service",
                    -2_400 + 40 * i,
                    -900 + 20 * i,
                    -880 + 20 * i);
        }
        lease("report:nightly", "report-service", -3_000, -3_000, -300);
        wait("report:nightly", "billing-service", -1_200, -700);
        for (int i = 0; i < 5; i++) {
            lease("customer:" + (80 + i), "shop", -500 - i, -500 - i, -480 - i);
            lease("customer:" + (80 + i), "billing-service", -495 - i, -480 - i, -470 - i);
        }
    }

    @Test
    void anHoursWaitsAreAddedUpByWhoHeldAndEachEpisodeLeadsToItsMoment() {
        Page page = chromium.page(console, Console.VIEWER, AT);
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Who cost whom"))
                .click();
        assertThat(page).hasURL(Pattern.compile("costs=service"));
        assertThat(page.locator(".summary")).containsText("20 waits took");
        Locator rows = page.locator(".costs table").first().locator("tbody tr");
        assertThat(rows.first()).containsText("checkout-service");
        assertThat(rows.first()).containsText("import-service");
        assertThat(rows.first()).containsText("4 h 49 min");
        assertThat(page.locator(".costs")).containsText("How much the locks were in use");
        assertThat(page.locator(".costs table").last().locator("tbody tr").first())
                .containsText("75 %");
        Pictures.take(page, "costs");

        rows.first().locator(".link-button").click();
        assertThat(page.locator(".costs .counted-why"))
                .containsText("checkout-service waited 4 h 49 min in 14 waits while import-service held.");
        Locator episodes = page.locator(".costs tbody tr");
        assertThat(episodes).hasCount(14);
        Pictures.take(page, "costs-episodes");
        String whole = page.url();
        episodes.first().locator("a.num").first().click();
        assertThat(page).hasURL(Pattern.compile("at=2025-11-22T03(:|%3A)20(:|%3A)01.*lock="));
        assertThat(page.locator("tr.past").first()).containsText("import-service");
        page.navigate(whole);
        assertThat(episodes).hasCount(14);
    }

    @Test
    void theSumsAreOfLocksOrOfPrefixesToo() {
        Page page = chromium.page(console, Console.VIEWER, AT + "&costs=prefix");
        Locator rows = page.locator(".costs table").first().locator("tbody tr");
        assertThat(rows.first()).containsText("checkout-service:");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("By lock"))
                .click();
        assertThat(rows.first()).containsText("checkout-service:order-processing:tenant-4711");
        assertThat(page).hasURL(Pattern.compile("costs=lock"));
        Axe.assertNothingSerious(page);
    }

    @Test
    void aTimeWithoutWaitsSaysSo() {
        Page page = chromium.page(console, Console.VIEWER, "/history?at=2025-11-21T00:00:00&costs=service");
        assertThat(page.locator(".costs .message h2")).hasText("No request waited in this time.");
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
