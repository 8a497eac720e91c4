package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.Jobs.ago;
import static io.lockkeeper.console.fixture.Jobs.in;
import static io.lockkeeper.console.fixture.Jobs.recorded;
import static io.lockkeeper.console.fixture.Jobs.shedLock;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The column of jobs in the list of locks. */
class JobColumnIT {

    private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">\u202e";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static String agenda = "";

    @BeforeAll
    static void start() {
        console.administrator("boss", "correct horse battery");
        Document never = new Document("failedAt", null).append("failReason", null);
        console.database()
                .getCollection("agendaJobs")
                .insertMany(List.of(
                        running(
                                "bad",
                                new Document("failedAt", ago(Duration.ofMinutes(5)))
                                        .append("lastFinishedAt", ago(Duration.ofMinutes(5)))
                                        .append("failReason", HOSTILE)
                                        .append("nextRunAt", in(Duration.ofHours(2)))),
                        running("hourly", new Document(never).append("nextRunAt", in(Duration.ofHours(1)))),
                        running("once", new Document(never).append("nextRunAt", null)),
                        running("daily", new Document(never).append("nextRunAt", in(Duration.ofHours(30))))));
        console.database()
                .getCollection("shedLock")
                .insertOne(shedLock("report", ago(Duration.ofMinutes(3)), in(Duration.ofMinutes(30))));
        agenda = locksOf(new Jobs(console).watch("agendaJobs", "agenda"));
    }

    private static Document running(String name, Document told) {
        Document job = recorded("agenda", 0, told).append("name", name);
        return job.append("lockedAt", ago(Duration.ofMinutes(1))).append("lastRunAt", ago(Duration.ofMinutes(1)));
    }

    @Test
    void itTellsAFailureElseTheNextRunElseTheLastOneAndSortsByThat() {
        Page page = chromium.page(console, Console.VIEWER, agenda + "&sort=job");
        Locator cells = page.locator(".job-mark");
        assertThat(cells).hasText(new Pattern[] {
            Pattern.compile("^failed 5 min \\d\\d s ago"),
            Pattern.compile("^next in 59 min \\d\\d s"),
            Pattern.compile("^next in 1 d 0[56] h|^next in 29 h"),
            Pattern.compile("^ran 1 min \\d\\d s ago")
        });
        assertThat(page.locator("lk-name.lock-name").nth(1)).containsText("hourly");
        assertThat(cells.first()).hasClass(Pattern.compile("worry"));
        assertThat(cells.first()).hasAttribute("title", Pattern.compile("Last failure .*: <img src=x"));
        assertThat(page.title()).doesNotContain("owned");
        page.locator("vaadin-grid-sorter:visible", new Page.LocatorOptions().setHasText("Job"))
                .click();
        assertThat(page).hasURL(Pattern.compile(".*sort=-job.*"));
        assertThat(cells.last()).hasText(Pattern.compile("^failed"));
        Pictures.takeAll(chromium, "jobs-of-locks", each -> {
            chromium.logIn(each, console, Console.VIEWER, agenda);
            assertThat(each.locator("lk-name.lock-name:visible")).hasCount(4);
        });
    }

    @Test
    void whereOnlyTheLockTellsOfTheJobItIsWhenTheLockWasAcquired() {
        String shedLock = locksOf(new Jobs(console).watch("shedLock", "shedlock"));
        Page page = chromium.page(console, Console.VIEWER, shedLock);
        assertThat(page.locator(".job-mark")).hasText(Pattern.compile("^ran 3 min \\d\\d s ago"));
        Pictures.takeAll(chromium, "jobs-of-shedlock", each -> {
            chromium.logIn(each, console, Console.VIEWER, shedLock);
            assertThat(each.locator("lk-name.lock-name:visible")).hasCount(1);
        });
    }

    @Test
    void locksWithoutJobsHaveNoSuchColumnAndTheMenuSaysWhy() {
        Page page = chromium.page(console, Console.VIEWER, "/locks?columns=state,held,job");
        assertThat(page.locator("vaadin-grid-sorter:visible", new Page.LocatorOptions().setHasText("Held")))
                .isVisible();
        assertThat(page.locator("vaadin-grid-sorter:visible", new Page.LocatorOptions().setHasText("Job")))
                .hasCount(0);
        Locator greyed = item(page);
        assertThat(greyed).isDisabled();
        assertThat(page.getByTitle("No document of this library tells of a job"))
                .hasText("Job");
        page = chromium.page(console, Console.VIEWER, agenda);
        Locator offered = item(page);
        assertThat(offered).isEnabled();
        offered.click();
        assertThat(page).hasURL(Pattern.compile(".*columns=.*"));
        assertThat(page.locator(".job-mark")).hasCount(0);
    }

    private static Locator item(Page page) {
        page.locator(".display-menu vaadin-menu-bar-button").first().click();
        page.getByText("Columns", new Page.GetByTextOptions().setExact(true)).hover();
        return page.getByRole(
                AriaRole.MENUITEM, new Page.GetByRoleOptions().setName("Job").setExact(true));
    }

    private static String locksOf(LockSource source) {
        return "/locks?source=" + LockAddress.of(source.id());
    }
}
