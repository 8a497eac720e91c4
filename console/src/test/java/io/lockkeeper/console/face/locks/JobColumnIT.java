package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.fixture.Jobs.ago;
import static io.lockkeeper.console.fixture.Jobs.in;
import static io.lockkeeper.console.fixture.Jobs.recorded;
import static io.lockkeeper.console.fixture.Jobs.shedLock;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The column of jobs in the list of locks. */
class JobColumnIT {

    private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">\u202e";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    private static String agenda = "";

    @BeforeAll
    static void start() {
        Date failed = ago(Duration.ofMinutes(5)); // else it may finish a millisecond after its failure
        Document never = new Document("failedAt", null).append("failReason", null);
        console.database()
                .getCollection("agendaJobs")
                .insertMany(List.of(
                        running(
                                "bad",
                                new Document("failedAt", failed)
                                        .append("lastFinishedAt", failed)
                                        .append("failReason", HOSTILE)
                                        .append("nextRunAt", in(Duration.ofHours(2)))),
                        running("hourly", new Document(never).append("nextRunAt", in(Duration.ofHours(1)))),
                        running("once", new Document(never).append("nextRunAt", null)),
                        running("daily", new Document(never).append("nextRunAt", in(Duration.ofHours(30))))));
        console.database()
                .getCollection("shedLock")
                .insertOne(shedLock("report", ago(Duration.ofMinutes(3)), in(Duration.ofMinutes(30))));
        agenda = locksOf(console.watch("agendaJobs", "agenda"));
    }

    private static Document running(String name, Document told) {
        Document job = recorded("agenda", 0, told).append("name", name);
        return job.append("lockedAt", ago(Duration.ofMinutes(1))).append("lastRunAt", ago(Duration.ofMinutes(1)));
    }

    @Test
    void itTellsAFailureElseTheNextRunElseTheLastOneAndSortsByThat() {
        ServerPage page = pages.page(Console.VIEWER, agenda + "&sort=job");
        ServerPart cells = page.find(".job-mark");
        cells.nth(0).matches("^failed 5 min \\d\\d s ago");
        cells.nth(1).matches("^next in 59 min \\d\\d s");
        cells.nth(2).matches("^next in 1 d 0[56] h|^next in 29 h");
        cells.nth(3).matches("^ran 1 min \\d\\d s ago");
        page.find("lk-name.lock-name").nth(1).shows("hourly");
        cells.first().has("class", "worry");
        cells.first().has("title", "Last failure .*: <img src=x");
        page.find(".job-mark img").counts(0);
        page.find("vaadin-grid").sort("JOB");
        page.isAt(".*sort=-job.*");
        cells.last().matches("^failed");
        Pictures.of(console, Console.VIEWER, agenda, "jobs-of-locks");
    }

    @Test
    void whereOnlyTheLockTellsOfTheJobItIsWhenTheLockWasAcquired() {
        String shedLock = locksOf(console.watch("shedLock", "shedlock"));
        ServerPage page = pages.page(Console.VIEWER, shedLock);
        page.find(".job-mark").matches("^ran 3 min \\d\\d s ago");
        Pictures.of(console, Console.VIEWER, shedLock, "jobs-of-shedlock");
    }

    @Test
    void locksWithoutJobsHaveNoSuchColumnAndTheMenuSaysWhy() {
        ServerPage page = pages.page(Console.VIEWER, "/locks?columns=state,held,job");
        page.find("vaadin-grid-sorter").having("Held").counts(1);
        page.find("vaadin-grid-sorter").having("Job").counts(0);
        ServerPart greyed = page.find("vaadin-menu-bar-item").reading("Job");
        greyed.isDisabled();
        greyed.has("title", "No document of this library tells of a job");
        page = pages.page(Console.VIEWER, agenda);
        ServerPart offered = page.find("vaadin-menu-bar-item").reading("Job");
        offered.isEnabled();
        offered.click();
        page.isAt("columns=");
        page.find(".job-mark").counts(0);
    }

    private static String locksOf(LockSource source) {
        return "/locks?source=" + LockAddress.of(source.id());
    }
}
