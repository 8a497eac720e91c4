package io.lockkeeper.console.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class IdlePageIT {

    private static final int SECONDS = 10;
    /** Of processor time, so that a busy machine counts little; without other work it is under 2 %. */
    private static final double PERCENT = 4;

    @Test
    void aPageOnWhichNothingHappensCostsLittleSendsNothingButBeatsAndLogsNothing() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            for (int i = 0; i < 30; i++) {
                console.locks().enqueue("idle:" + i, Locks.owner("a", "b", i, "c", ""), Duration.ofHours(1));
            }
            Page page = chromium.page(console, Console.VIEWER, "/locks");
            assertThat(page.locator(".badge.live")).isVisible();
            assertThat(page.locator(".lock-name:visible").first()).isVisible();
            rest(page, 3);
            List<String> said = new CopyOnWriteArrayList<>();
            page.onConsoleMessage(message -> said.add(message.text()));
            page.onRequest(request -> said.add(request.url()));
            CDPSession devTools = page.context().newCDPSession(page);
            devTools.send("Performance.enable");
            double before = busy(devTools);
            rest(page, SECONDS);
            double percent = 100 * (busy(devTools) - before) / SECONDS;
            System.out.printf("an idle page: %.2f %% of a core%n", percent);
            assertThat(said).allMatch(line -> line.contains("/beat?"));
            assertThat(said).hasSizeLessThanOrEqualTo(SECONDS + 1);
            assertThat(percent).isLessThan(PERCENT);
        }
    }

    private static void rest(Page page, int seconds) {
        page.evaluate("millis => new Promise(resolve => setTimeout(resolve, millis))", seconds * 1_000);
    }

    /** Seconds of a processor that the page's process took. */
    private static double busy(CDPSession devTools) {
        for (var metric : devTools.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            JsonObject each = metric.getAsJsonObject();
            if (each.get("name").getAsString().equals("ProcessTime")) {
                return each.get("value").getAsDouble();
            }
        }
        throw new AssertionError("No ProcessTime");
    }
}
