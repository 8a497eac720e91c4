package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Records;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** Contention over time, drawn in the browser. */
@Tag("nightly")
class PlotIT {

    /** In Berlin, the hour from two to three is there twice in this night: at 00:00 and at 01:00 UTC. */
    private static final Instant BEFORE = Instant.parse("2026-10-24T22:00:00Z");

    private static final Party HOLDER = new Party("agent", "report", "report-1", "host", 1, "main", "");

    @Test
    void anHourThatAClockShowsTwiceIsDrawnAsTwo() {
        try (Console console = Console.start("--lockkeeper.history.enabled=false");
                Chromium chromium = new Chromium()) {
            console.bean(MongoTemplate.class).insertAll(hourly());
            try (BrowserContext browser =
                    chromium.browser(new Browser.NewContextOptions().setTimezoneId("Europe/Berlin"))) {
                Page page = chromium.logIn(browser.newPage(), console, Console.VIEWER, "/lock/nightly");
                assertThat(page.locator(".contention .u-wrap canvas")).hasCount(2);
                page.locator(".contention summary").click();
                Locator hours = page.locator("tr.contention > td:first-child");
                assertThat(hours.first()).isVisible();
                assertThat(hours.allTextContents()).doesNotHaveDuplicates().isSorted();
                Object drawn = page.evaluate("""
                        () => document.querySelector('.contention .plot').plots[0].data[0]
                          .map((seconds, i, all) => i === 0 ? 0 : seconds - all[i - 1]).filter((step, i) => i > 0)
                        """);
                assertThat(((List<?>) drawn).stream().distinct())
                        .as("steps of the drawing")
                        .hasSize(1);
                Object labels = page.evaluate("""
                        () => { const plot = document.querySelector('.contention .plot').plots[0];
                          return plot.axes[0].values(plot, [1792886400, 1792890000, 1792893600]); }
                        """);
                assertThat(labels).isEqualTo(List.of("02:00\n10-25", "02:00", "03:00"));
            }
        }
    }

    /** A lease an hour, each of a minute. */
    private static List<LeaseRecord> hourly() {
        List<LeaseRecord> leases = new ArrayList<>();
        for (int hour = 0; hour < 8; hour++) {
            Instant granted = BEFORE.plus(Duration.ofHours(hour));
            leases.add(Records.lease(
                    new LeaseKey("nightly", hour + 1),
                    HOLDER,
                    granted,
                    granted,
                    granted.plusSeconds(60),
                    Ending.RELEASED,
                    null));
        }
        return leases;
    }
}
