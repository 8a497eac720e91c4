package io.lockkeeper.console.people.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a browser that was never here has to fetch: counted in bytes, for a machine that is busy slows a clock. */
@Tag("alone")
class FirstPageIT {

    /** What a line of 1 Mbit/s carries in four seconds; the fifth is for the round trips and for drawing. */
    private static final int MOST_BYTES = 4 * 1_000_000 / 8;

    private static final String BYTES = """
            () => ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type))
                .reduce((sum, entry) => sum + entry.transferSize, 0)""";

    @Test
    void theFirstPageOverASlowLineTakesLessThanFiveSeconds() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
            page.navigate(console.address("/login"));
            assertThat(page.locator("input[name=username]")).isVisible();
            page.waitForLoadState();
            int first = bytes(page);
            chromium.fill(page, Console.VIEWER);
            assertThat(page.locator(".badge.live")).isVisible();
            int locks = bytes(page);
            System.out.printf("first page: %,d bytes; the locks after it: %,d bytes%n", first, locks);
            assertThat(first).isBetween(50_000, MOST_BYTES);
            assertThat(locks).isBetween(1_000, MOST_BYTES);
        }
    }

    private static int bytes(Page page) {
        return ((Number) page.evaluate(BYTES)).intValue();
    }
}
