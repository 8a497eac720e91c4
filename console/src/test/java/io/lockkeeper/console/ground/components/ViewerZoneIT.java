package io.lockkeeper.console.ground.components;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are those of the browser's zone, on pages alone. */
@Tag("nightly")
class ViewerZoneIT {

    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final Times BERLIN = new Times(ZoneId.of("Europe/Berlin"));
    private static final Pattern EXACT_UTC = Pattern.compile(".*\\d\\d:\\d\\d:\\d\\d\\.\\d{3} UTC$");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void hold() {
        console.locks().enqueue("held", OWNER, Duration.ofHours(1));
    }

    @Test
    void aLockIsShownInTheZoneOfTheBrowserWithUtcAtHand() {
        Page page = berlin(Console.VIEWER, "/lock/held");
        assertThat(page.locator("lk-as-of")).containsText(offset());
        Instant granted = console.locks().find("held").holders().getFirst().acquiredAt();
        assertThat(page.locator("lk-age").first()).hasAttribute("title", EXACT_UTC);
        page.navigate(console.address("/locks?columns=granted"));
        Locator column = page.getByText(BERLIN.seconds(granted), new Page.GetByTextOptions().setExact(true));
        assertThat(column).isVisible();
        assertThat(column).hasAttribute("title", EXACT_UTC);
        assertThat(page.getByText("Granted (Berlin)", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
    }

    @Test
    void anHourThatComesTwiceIsTwoHoursOfTheHistory() {
        Page page = berlin(Console.VIEWER, "/history?at=2025-10-26T00:30:00");
        Locator summary = page.locator(".summary");
        Locator moment = page.getByLabel("Moment (Berlin)");
        assertThat(summary).containsText("at 2025-10-26 02:30:00 UTC+2");
        assertThat(page.locator("input[type=range]")).hasAttribute("max", Pattern.compile("1499(\\.0)?"));
        page.getByText("+1 h", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(summary).containsText("at 2025-10-26 02:30:00 UTC+1");
        assertThat(page).hasURL(Pattern.compile(".*at=2025-10-26T01(:|%3A)30(:|%3A)00Z.*"));
        assertThat(moment).hasValue("2025-10-26 02:30:00");
        page.locator("input[type=range]").focus();
        page.keyboard().press("ArrowLeft");
        assertThat(summary).containsText("at 2025-10-26 02:29:00 UTC+1");
    }

    @Test
    void anHourThatIsLeftOutIsTheOneAfterIt() {
        Page page = berlin(Console.VIEWER, "/history?at=2025-03-30T00:00:00");
        Locator moment = page.getByLabel("Moment (Berlin)");
        assertThat(moment).hasValue("2025-03-30 01:00:00");
        moment.fill("2025-03-30T02:30");
        moment.blur();
        assertThat(page.locator(".summary")).containsText("at 2025-03-30 03:30:00 UTC+2");
        assertThat(moment).hasValue("2025-03-30 03:30:00");
    }

    @Test
    void theDaysOfTheAuditAreThoseOfTheViewerAndTheAddressKeepsThemForOthers() {
        Page page = berlin(Console.VIEWER, "/audit");
        page.getByLabel("First day (Berlin)").fill("2025-10-26");
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*from=2025-10-25T22(:|%3A)00(:|%3A)00Z"));
        page.getByLabel("Last day (Berlin)").fill("2025-10-26");
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*to=2025-10-26T23(:|%3A)00(:|%3A)00Z"));
        assertThat(page.getByText("CSV", new Page.GetByTextOptions().setExact(true)))
                .hasAttribute("href", Pattern.compile(".*from=2025-10-25T22.*"));
        page.reload();
        assertThat(page.getByLabel("Last day (Berlin)")).hasValue("2025-10-26");
    }

    @Test
    void whoTalksInUtcWithOthersSwitchesAndTheBrowserKeepsThat() {
        Page page = berlin(Console.VIEWER, "/locks");
        assertThat(page.locator("lk-as-of")).containsText(offset());
        switchZone(page);
        assertThat(page.locator("lk-as-of")).containsText(Pattern.compile("UTC$"));
        page.navigate(console.address("/history"));
        assertThat(page.getByLabel("Moment (UTC)")).isVisible();
        switchZone(page);
        assertThat(page.getByLabel("Moment (Berlin)")).isVisible();
    }

    @Test
    void aPauseUntilATimeIsInTheZoneOfTheOperatorAndOnRecordInUtc() {
        Page page = berlin(Console.OPERATOR, "/lock/held");
        button(page, "Pause…").click();
        page.locator(".pause vaadin-select").first().click();
        page.locator("vaadin-select-item", new Page.LocatorOptions().setHasText("Until a time"))
                .click();
        Locator until = page.getByLabel("Until (Berlin)");
        page.getByLabel("Ticket or words").fill("INC-1");
        Instant now = Instant.now();
        until.fill(BERLIN.field(now.minusSeconds(3_600)).substring(0, 16));
        button(page, "Pause").click();
        assertThat(page.locator(".until .says")).containsText("is over: a pause ends after now.");
        until.fill(BERLIN.field(now.plus(Duration.ofDays(31))).substring(0, 16));
        until.blur();
        assertThat(page.locator(".until .says")).containsText("a pause lasts 30 days at most.");
        assertThat(until).hasAttribute("aria-invalid", "true");
        Instant wanted = now.plus(Duration.ofHours(5)).truncatedTo(ChronoUnit.MINUTES);
        until.fill(BERLIN.field(wanted).substring(0, 16));
        until.blur();
        assertThat(page.locator(".until .says")).containsText(BERLIN.named(wanted));
        button(page, "Pause").click();
        assertThat(page.locator(".pause-bar")).containsText("until " + BERLIN.named(wanted));
        assertThat(Objects.requireNonNull(console.locks().find("held").paused()).until())
                .isEqualTo(wanted);
        assertThat(Objects.requireNonNull(console.own()
                                .getCollection("audit")
                                .find(new Document("reason", "INC-1"))
                                .first())
                        .getString("holder"))
                .endsWith(" UTC");
        page.navigate(console.address("/audit?lock=held"));
        assertThat(page.locator("tr.entry").first()).containsText(offset());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Mars/Olympus", "%3Cscript%3Ealert(1)%3C/script%3E", "Europe/Berlin~utc~utc"})
    void whatNoZoneIsCalledIsUtc(String told) {
        try (BrowserContext browser =
                chromium.browser(new Browser.NewContextOptions().setTimezoneId("Europe/Berlin"))) {
            browser.addInitScript("Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })");
            browser.addCookies(List.of(new Cookie("lockkeeper-zone", told).setUrl(console.address("/"))));
            Page page = chromium.logIn(browser.newPage(), console, Console.VIEWER, "/history");
            assertThat(page.getByLabel("Moment (UTC)")).isVisible();
        }
    }

    private static void switchZone(Page page) {
        page.locator(".foot vaadin-menu-bar-button").first().click();
        page.getByText("Times in UTC, not Berlin").click();
    }

    private static Page berlin(String user, String path) {
        BrowserContext browser = chromium.browser(new Browser.NewContextOptions().setTimezoneId("Europe/Berlin"));
        return chromium.logIn(browser.newPage(), console, user, path);
    }

    private static String offset() {
        return BERLIN.clock(Instant.now()).substring(9);
    }

    private static Locator button(Page page, String words) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(words).setExact(true));
    }
}
