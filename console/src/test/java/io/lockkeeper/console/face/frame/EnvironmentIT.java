package io.lockkeeper.console.face.frame;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** So that no eviction that is meant for staging is made in production. */
class EnvironmentIT {

    @AutoClose
    private static final Console console =
            Console.start("--lockkeeper.name=payments · production", "--lockkeeper.colour=red");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @Test
    void eachPageItsTitleAndTheLoginSayWhichClusterTheyAreFor() {
        try (BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT)) {
            Page login = browser.newPage();
            login.navigate(console.address("/login"));
            assertThat(login.locator(".login-card .environment")).hasText("payments · production");
            assertThat(login).hasTitle("payments · production · Log in · Lockkeeper");
            Axe.assertNothingSerious(login);
        }
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        assertThat(page.locator(".brand .environment")).hasText("payments · production");
        assertThat(page.locator(".environment-strip")).hasCSS("background-color", "rgb(180, 35, 24)");
        assertThat(page).hasTitle("payments · production · Locks · Lockkeeper");
        page.locator(".side nav a")
                .filter(new Locator.FilterOptions().setHasText("History"))
                .click();
        assertThat(page).hasTitle("payments · production · History · Lockkeeper");
        page.navigate(console.address("/lock/a%3A1"));
        assertThat(page).hasTitle(Pattern.compile("payments · production · .*Lockkeeper"));
        Axe.assertNothingSerious(page);
        Pictures.takeAll(chromium, "environment", each -> chromium.logIn(each, console, Console.VIEWER, "/locks"));
    }
}
