package io.lockkeeper.console.face.overview;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A console that has never seen a lock. */
class FirstStepsIT {

    private static final String PASSWORD = "correct horse battery";
    private static final double SOON_MILLIS = 20_000;

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @Test
    void untilTheFirstLockTheOverviewIsAListThatTicksItselfOff() {
        Instant start = Instant.now();
        console.database()
                .getCollection("shedlock")
                .insertOne(new Document("_id", "nightly")
                        .append("lockUntil", Date.from(start.plusSeconds(600)))
                        .append("lockedAt", Date.from(start))
                        .append("lockedBy", "host-1"));
        console.administrator("boss", PASSWORD);
        Page page = logIn(chromium.browser(1280, 800, ColorScheme.LIGHT).newPage());
        Locator steps = page.locator(".first-steps li");
        assertThat(steps).hasCount(4);
        assertThat(page.locator(".first-steps li.done")).hasCount(0);
        assertThat(page.locator(".strips")).isHidden();
        assertThat(step(page, "Watch the locks of other libraries"))
                .containsText(
                        "ShedLock in " + console.database().getName() + ".shedlock",
                        new LocatorAssertions.ContainsTextOptions().setTimeout(SOON_MILLIS));
        codeRunsWithTheClustersAddress(page);
        Pictures.takeAll(chromium, "overview-first-steps", FirstStepsIT::logIn);

        console.own()
                .getCollection("users")
                .insertOne(new Document("_id", "anna")
                        .append("hash", "{noop}x")
                        .append("role", "OPERATOR")
                        .append("disabled", false)
                        .append("mustChangePassword", true)
                        .append("stamp", "as-it-was")
                        .append("createdAt", Date.from(Instant.now()))
                        .append("createdBy", "test"));
        assertThat(page.locator(".first-steps li.done"))
                .containsText("Add an operator", new LocatorAssertions.ContainsTextOptions().setTimeout(SOON_MILLIS));
        assertThat(chromium.page(console, Console.VIEWER, "/").locator(".first-steps li"))
                .hasCount(1);

        console.locks().enqueue("order:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(1));
        assertThat(page.locator(".first-steps"))
                .isHidden(new LocatorAssertions.IsHiddenOptions().setTimeout(SOON_MILLIS));
        assertThat(page.locator(".strips")).isVisible();
    }

    private static void codeRunsWithTheClustersAddress(Page page) {
        Locator code = page.locator(".first-steps pre");
        String host = console.hosts();
        assertThat(code).containsText("MongoClients.create(\"mongodb://" + host + "/");
        for (String[] tab : new String[][] {
            {"Spring Boot", "@Locked(\"nightly-report\")"}, {"Command line", "lockkeeper run nightly-report"}
        }) {
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(tab[0]))
                    .click();
            assertThat(code).containsText(tab[1]);
            assertThat(code.textContent()).contains("mongodb://" + host).doesNotContain("ADDRESS", "DATABASE");
        }
    }

    private static Locator step(Page page, String title) {
        return page.locator(".first-steps li", new Page.LocatorOptions().setHasText(title));
    }

    private static Page logIn(Page page) {
        page.navigate(console.address("/"));
        chromium.fill(page, "boss", PASSWORD);
        page.locator(".first-steps").waitFor();
        return page;
    }
}
