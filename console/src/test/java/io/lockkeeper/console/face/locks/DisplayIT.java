package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the list looks is chosen by its user, and stands in the address. */
@Tag("nightly")
class DisplayIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner BILLING = Locks.owner("billing", "bill-7f", 2211, "worker-3", "payment");
    private static final Owner NOTIFY = Locks.owner("notify", "sms-2", 881, "main", "");

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void start() {
        console.locks().enqueue("order:1", BILLING, TTL);
        console.locks().enqueue("order:2", BILLING, TTL);
        console.locks().enqueue("order:2", NOTIFY, TTL);
        console.locks().enqueue("sms:1", NOTIFY, TTL);
    }

    @Test
    void locksAreGroupedByTheMenuAndAGroupIsFoldedByClickAndByKey() {
        Page page = chromium.page(console, Console.VIEWER, "/locks?sort=name");
        choose(page, "By service");
        assertThat(page).hasURL(Pattern.compile(".*[?&]group=service.*"));
        assertThat(heads(page)).hasText(new String[] {"billing", "notify"});
        assertThat(names(page)).hasText(new String[] {"order:1", "order:2", "sms:1"});
        Locator billing = head(page, "billing");
        assertThat(billing.locator(".unseen")).hasText("group, open, 2 locks · 1 waiting");
        billing.click();
        assertThat(billing.locator(".unseen")).hasText("group, folded, 2 locks · 1 waiting");
        assertThat(names(page)).hasText(new String[] {"sms:1"});
        page.locator(".page-title").click();
        page.mouse().move(640, 20);
        page.keyboard().press("Enter");
        assertThat(names(page)).hasText(new String[] {"order:1", "order:2", "sms:1"});
        assertThat(page.locator(".lock-panel")).isHidden();
        Axe.assertNothingSerious(page);
    }

    @Test
    void anAddressSaysWhichGroupsColumnsAndRows() {
        Page page = chromium.page(
                console, Console.VIEWER, "/locks?sort=name&group=prefix&folded=1&columns=host,waiters&rows=roomy");
        assertThat(heads(page)).hasText(new String[] {"order:", "sms:"});
        assertThat(names(page)).hasCount(0);
        assertThat(header(page, "Host")).isVisible();
        assertThat(header(page, "Held")).hasCount(0);
        assertThat(page.locator(".locks-grid.roomy")).isVisible();
        choose(page, "As usual");
        assertThat(header(page, "Held")).isVisible();
        assertThat(header(page, "Host")).hasCount(0);
        assertThat(names(page)).hasText(new String[] {"order:1", "order:2", "sms:1"});
        assertThat(page).hasURL(Pattern.compile(".*/locks\\?sort=name$"));
    }

    @Test
    void onATelephoneALockIsFoundInItsGroupAndSeveralAreEvicted() {
        try (BrowserContext browser = chromium.browser(390, 844, ColorScheme.LIGHT)) {
            Page page = chromium.logIn(browser.newPage(), console, Console.OPERATOR, "/locks?group=service&sort=name");
            assertThat(heads(page)).hasText(new String[] {"billing", "notify"});
            assertThat(head(page, "billing").locator(".second")).containsText("2 locks · 1 waiting");
            Object overflow = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth");
            assertThat(((Number) overflow).intValue())
                    .as("pixels beyond the screen")
                    .isLessThanOrEqualTo(0);
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Evict several…"))
                    .click();
            assertThat(page.locator("vaadin-dialog[opened]")).hasCount(1);
            assertThat(page.getByText("order:1").last()).isVisible();
        }
    }

    private static void choose(Page page, String name) {
        page.locator(".display-menu vaadin-menu-bar-button").first().click();
        page.getByText(name, new Page.GetByTextOptions().setExact(true)).click();
    }

    private static Locator heads(Page page) {
        return page.locator(".lock-cell.group:visible .lock-name");
    }

    private static Locator head(Page page, String title) {
        return page.locator(".lock-cell.group:visible", new Page.LocatorOptions().setHasText(title));
    }

    private static Locator names(Page page) {
        return page.locator(".lock-cell:not(.group):visible .lock-name");
    }

    private static Locator header(Page page, String title) {
        return page.locator(
                "vaadin-grid-cell-content:visible",
                new Page.LocatorOptions().setHasText(Pattern.compile("^\\s*" + title + "\\s*$")));
    }
}
