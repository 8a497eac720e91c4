package io.lockkeeper.console.watch.heartbeat;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.WebSocketRoute;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class LostConsoleIT {

    private static final Owner OWNER = Locks.owner("billing", "bill-7f", 2211, "worker-3", "payment");
    private static final Duration TTL = Duration.ofMinutes(10);
    private static final String CLOCKS_ADVANCE = """
            () => new Promise(resolve => {
              const before = window.lockkeeper.clock.now();
              setTimeout(() => resolve(window.lockkeeper.clock.now() !== before), 1200);
            })""";

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @Test
    void aPageWhoseConsoleIsGoneSaysSoTurnsGreyAndStopsItsClocks() {
        Page page;
        Page agents;
        try (Console console = Console.start()) {
            console.locks().enqueue("held", OWNER, TTL);
            page = chromium.page(console, Console.VIEWER, "/locks");
            agents = page.context().newPage();
            agents.navigate(console.address("/agents"));
            assertThat(page.locator(".badge.live")).isVisible();
            assertThat(page.locator(".lock-name:visible")).hasText("held");
            assertThat((Boolean) page.evaluate(CLOCKS_ADVANCE)).isTrue();
        }
        assertLost(page);
        assertLost(agents);
        assertThat(page.locator(".badge.live")).isHidden();
        assertThat((Boolean) page.evaluate(CLOCKS_ADVANCE)).isFalse();
        page.context().close();
    }

    @Test
    void aPageOfAConsoleThatStartedAnewAsksForALogin() {
        int port;
        Page page;
        try (Console console = Console.start()) {
            port = console.port();
            page = chromium.page(console, Console.VIEWER, "/locks");
            assertThat(page.locator(".badge.live")).isVisible();
        }
        assertLost(page);
        try (Console again = Console.start("--server.port=" + port)) {
            assertThat(again.port()).isEqualTo(port);
            page.waitForURL("**/login");
            chromium.fill(page, Console.VIEWER);
            page.waitForURL("**/locks*");
            assertThat(page.locator(".badge.live")).isVisible();
        }
        page.context().close();
    }

    @Test
    void anotherTabOfWhoLoggedOutShowsTheLogin() {
        try (Console console = Console.start()) {
            console.locks().enqueue("held", OWNER, TTL);
            Page page = chromium.page(console, Console.VIEWER, "/locks");
            Page other = page.context().newPage();
            other.navigate(console.address("/locks/held"));
            assertThat(other.locator(".lock-panel h2")).hasText("held");
            page.locator("vaadin-menu-bar", new Page.LocatorOptions().setHasText(Console.VIEWER))
                    .click();
            page.getByText("Log out").click();
            page.waitForURL("**/login");
            other.waitForURL("**/login");
            assertThat(other.locator(".lock-panel")).hasCount(0);
            page.context().close();
        }
    }

    @Test
    void aPageThatIsHeardButGetsNothingIsLostIsDrawnIntoNoMoreAndLoadsItselfAgain() {
        try (Console console = Console.start()) {
            AtomicBoolean cut = new AtomicBoolean();
            Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
            page.routeWebSocket("**/*", route -> forward(route, cut));
            chromium.logIn(page, console, Console.VIEWER, "/locks");
            assertThat(page.locator(".badge.live")).isVisible();
            cut.set(true);
            console.locks().enqueue("unseen", OWNER, TTL);
            assertLost(page);
            OpenPages pages = console.bean(OpenPages.class);
            await().until(() -> pages.all().stream().noneMatch(OpenPage::takes));
            cut.set(false);
            page.locator("html:not([lost])").waitFor();
            assertThat(page.locator(".lock-name").first()).hasText("unseen");
            page.context().close();
        }
    }

    private static void forward(WebSocketRoute route, AtomicBoolean cut) {
        WebSocketRoute server = route.connectToServer();
        server.onMessage(frame -> {
            if (!cut.get()) {
                if (frame.text() != null) {
                    route.send(frame.text());
                } else {
                    route.send(frame.binary());
                }
            }
        });
    }

    private static void assertLost(Page page) {
        assertThat(page.locator("lk-link")).containsText("no word since");
        assertThat(page.locator("html[lost]")).hasCount(1);
    }
}
