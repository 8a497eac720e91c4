package io.lockkeeper.console.watch.heartbeat;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ServedProcess;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** People with a screen reader, a keyboard or weak eyes use every page: in light on a screen, in dark on a telephone. */
@ParameterizedClass
@EnumSource(AccessibilityIT.View.class)
class AccessibilityIT {

    private static final String PASSWORD = "correct horse battery";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", PASSWORD);

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static final Scene scene = new Scene(console.locks());
    private static final Agents agents = new Agents(console.database());
    private static final Map<View, Page> pages = new EnumMap<>(View.class);

    private final View view;

    AccessibilityIT(View view) {
        this.view = view;
    }

    @BeforeAll
    static void locks() {
        scene.few().states();
        Owner host = Locks.owner("host-agent", "web-3", 17, "", "");
        agents.beat(host, Duration.ofHours(1), 1, 0);
        agents.serves(host, 9, List.of(new ServedProcess("sms", 812, "app", "", true, Duration.ofSeconds(2), 1, 0)));
    }

    @BeforeEach
    void alive() {
        scene.touch();
        agents.few();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/locks",
                "/locks/" + Scene.STUCK,
                "/lock/" + Scene.STUCK,
                "/waits",
                "/findings",
                "/agents",
                "/history",
                "/sources"
            })
    void aPageThatShowsLocks(String path) {
        assertNothingSerious(path);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/audit",
                "/alerts",
                "/tokens",
                "/users",
                "/logins",
                "/settings",
                "/consent",
                "/password",
                "/nowhere"
            })
    void aPageOfTheConsoleItself(String path) {
        assertNothingSerious(path);
    }

    private void assertNothingSerious(String path) {
        Page page = page();
        page.navigate(console.address(path));
        assertThat(page.locator("h1, .error-message").first()).isVisible();
        Axe.assertNothingSerious(page);
    }

    @Test
    void thePageBeforeThem() {
        try (BrowserContext browser = view.open()) {
            Page page = browser.newPage();
            page.navigate(console.address("/login"));
            page.locator("input[name=password]").waitFor();
            Axe.assertNothingSerious(page);
        }
    }

    @Test
    void aQueueWhoseWaiterWentSilent() {
        Owner silent = Locks.owner("report", "rp-2", 18, "main", "");
        console.locks().enqueue("report:nightly", silent, Duration.ofMillis(600));
        Page page = page();
        page.navigate(console.address("/lock/report:nightly"));
        assertThat(page.locator(".queue .gone").first()).isVisible();
        Axe.assertNothingSerious(page);
    }

    @Test
    void theDialogThatEvicts() {
        Page page = page();
        page.navigate(console.address("/locks/" + Scene.STUCK));
        page.locator(".lock-panel .foot vaadin-button").click();
        assertThat(page.locator(".lease-facts")).containsText("Held by");
        Axe.assertNothingSerious(page);
    }

    @Test
    void theDialogsThatPauseAndThatTakeOutAWaiter() {
        Page page = page();
        page.navigate(console.address("/lock/" + Scene.STUCK));
        for (String opens : List.of(".pause-bar vaadin-button:visible", ".queue .take-out")) {
            page.locator(opens).first().click();
            assertThat(page.locator("vaadin-dialog .reason")).isVisible();
            Axe.assertNothingSerious(page);
            Pictures.take(page, opens.startsWith(".pause") ? "pause" : "take-out");
            page.keyboard().press("Escape");
        }
    }

    /** The one of this view on which an administrator has logged in. */
    private Page page() {
        return pages.computeIfAbsent(view, it -> {
            Page page = it.open().newPage();
            page.navigate(console.address("/locks"));
            chromium.fill(page, "boss", PASSWORD);
            page.locator(".shell").waitFor();
            return page;
        });
    }

    enum View {
        LIGHT(1280, 800, ColorScheme.LIGHT),
        DARK(390, 844, ColorScheme.DARK);

        private final int width;
        private final int height;
        private final ColorScheme scheme;

        View(int width, int height, ColorScheme scheme) {
            this.width = width;
            this.height = height;
            this.scheme = scheme;
        }

        BrowserContext open() {
            return chromium.browser(width, height, scheme);
        }
    }
}
