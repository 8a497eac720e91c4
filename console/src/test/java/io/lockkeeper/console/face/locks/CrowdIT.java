package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Scene;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("alone")
@Tag("nightly")
class CrowdIT {

    private static final int MANY = 500;
    private static final int MOST_NODES = 5_000;

    @Test
    void ofFiveHundredHoldersOrWaitersTheFirstFiftyAreShownAndTheRestOnRequest() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            new Scene(console.locks()).few().crowds(MANY);
            Page page = chromium.page(console, Console.OPERATOR, "/locks");
            assertThat(page.locator(".lock-name:visible")).hasCount(5);
            open(page, "crowd:waiters", page.locator(".queue li"));
            assertThat(page.locator(".band h3", new Page.LocatorOptions().setHasText("Queue")))
                    .hasText("Queue (500)");
            open(page, "crowd:holders", page.locator(".facts"));
        }
    }

    private static void open(Page page, String lock, Locator entries) {
        long start = System.nanoTime();
        page.locator(".lock-name:visible", new Page.LocatorOptions().setHasText(lock))
                .click();
        assertThat(entries).hasCount(50);
        System.out.printf("%s opens in %d ms%n", lock, (System.nanoTime() - start) / 1_000_000);
        assertThat((Integer) page.evaluate("() => document.querySelectorAll('*').length"))
                .isLessThan(MOST_NODES);
        page.locator(".more:visible").click();
        assertThat(entries).hasCount(100);
        assertThat(page.locator(".more:visible")).hasText("Show 50 more of 400");
    }
}
