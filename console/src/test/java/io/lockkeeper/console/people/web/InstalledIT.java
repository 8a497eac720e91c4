package io.lockkeeper.console.people.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The console as browsers install it, under a path of its own. */
@Tag("nightly")
class InstalledIT {

    /** Each browser of a test is a private window, in which nothing is ever installed. */
    private static final List<String> PRIVATE_WINDOW = List.of("in-incognito");

    @Test
    void chromiumInstallsItAndShowsAPageThatSaysSoOnceTheConsoleIsGone() {
        try (Chromium chromium = new Chromium()) {
            BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT);
            Page page = browser.newPage();
            try (Console console = Console.start("--server.servlet.context-path=/ops")) {
                chromium.logInAt(page, console.address("/ops/locks"), Console.VIEWER);
                page.waitForFunction("() => navigator.serviceWorker.controller !== null");
                CDPSession tools = browser.newCDPSession(page);
                assertThat(told(tools, "Page.getAppManifest", "errors")).isEmpty();
                assertThat(told(tools, "Page.getInstallabilityErrors", "installabilityErrors"))
                        .allSatisfy(error -> assertThat(PRIVATE_WINDOW)
                                .contains(error.getAsJsonObject().get("errorId").getAsString()));
                page.reload();
                assertThat(page.locator(".badge.live")).isVisible();
            }
            page.reload();
            assertThat(page.locator("h1")).hasText("The console does not answer.");
            assertThat(page.locator("body")).not().containsText("Locks");
        }
    }

    private static List<JsonElement> told(CDPSession tools, String method, String list) {
        JsonObject answer = tools.send(method);
        return answer.getAsJsonArray(list).asList();
    }
}
