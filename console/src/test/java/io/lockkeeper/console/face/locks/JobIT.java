package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.Jobs.ago;
import static io.lockkeeper.console.fixture.Jobs.in;
import static io.lockkeeper.console.fixture.Jobs.recorded;
import static io.lockkeeper.console.fixture.Jobs.shedLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a lock's page tells of the job behind it. */
class JobIT {

    private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">\u0000\u202e";

    @AutoClose
    private static final Console console = start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private final Jobs jobs = new Jobs(console);

    private static Console start() {
        Console console = Console.start();
        console.administrator("boss", "correct horse battery");
        return console;
    }

    @Test
    void ofAnIdleJobOfAgendaThePageShowsItsRunsAndItsFailureAsText() {
        Date failed = ago(Duration.ofMinutes(5));
        Document bad = recorded(
                "agenda",
                0,
                new Document("failedAt", failed)
                        .append("lastFinishedAt", failed)
                        .append("lastRunAt", ago(Duration.ofMinutes(6)))
                        .append("nextRunAt", ago(Duration.ofMinutes(2)))
                        .append("failReason", HOSTILE + "x".repeat(1_000_000)));
        console.database().getCollection("agendaJobs").insertOne(bad);
        LockSource source = live(jobs.watch("agendaJobs", "agenda"));
        LockId lock = new LockId(source.id(), Jobs.lock(bad));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !console.bean(FindingsFeed.class)
                        .latest(LockScope.EVERYTHING)
                        .of(lock)
                        .isEmpty());
        Page page = open(lock);
        Locator facts = page.locator(".job .fact");
        assertThat(facts.nth(0)).hasText(Pattern.compile("Last run6 min \\d+ s ago"));
        assertThat(facts.nth(1)).hasText(Pattern.compile("Next runwas due 2 min \\d+ s ago"));
        assertThat(facts.nth(2)).hasText("Failed runs2, the last run among them");
        assertThat(facts.nth(3)).containsText("5 min");
        assertThat(facts.nth(4)).containsText("<img src=x onerror=\"document.title='owned'\">\\u{0}\\u{202E}xxx");
        assertThat(facts.nth(4).textContent()).hasSizeLessThan(400).endsWith("x…");
        assertThat(facts.nth(5)).hasText("Usual holdunknown");
        assertThat(page.locator(".lock-page .nothing")).containsText("Nothing runs this job now.");
        assertThat(page.locator(".lock-page .state").first()).hasText("its job does not run now");
        assertThat(page.locator(".job img")).hasCount(0);
        assertThat(page.title()).doesNotContain("owned");
        assertThat(page.locator(".lock-page .entries")).containsText("The job's last run failed");
        Pictures.takeAll(chromium, "job-agenda", each -> open(each, lock));
        console.database()
                .getCollection("agendaJobs")
                .updateOne(
                        new Document("_id", bad.getObjectId("_id")),
                        new Document("$set", new Document("lastFinishedAt", ago(Duration.ZERO))));
        assertThat(facts.nth(2)).hasText("Failed runs2, the last run not");
    }

    @Test
    void ofATriggerOfQuartzThePageShowsTheNextRunAndWhyThatIsUnknownWhereItIsDenied() {
        Document trigger = recorded("quartz-mongodb", 0, new Document("nextFireTime", in(Duration.ofHours(30))));
        console.database().getCollection("quartz_triggers").insertOne(trigger);
        console.database().getCollection("quartz_locks").insertMany(List.of(held("t", "bad-t"), held("j", "bad")));
        LockSource source = live(jobs.watch("quartz_locks", "quartz-mongodb"));
        Page page = open(new LockId(source.id(), "g.bad-t (t)"));
        Locator facts = page.locator(".job .fact");
        assertThat(facts.nth(0)).containsText(" ago");
        assertThat(facts.nth(1)).not().containsText("unknown");
        assertThat(facts.nth(2)).hasText("Failed runsunknown");
        console.fail(new Document("failCommands", List.of("find"))
                .append("errorCode", 13)
                .append("namespace", console.database().getName() + ".quartz_triggers"));
        try {
            assertThat(facts.nth(1)).hasText("Next rununknown");
            assertThat(page.locator(".job p")).containsText("lacks a privilege");
        } finally {
            console.heal();
        }
        assertThat(facts.nth(1)).not().containsText("unknown");
        Page other = open(new LockId(source.id(), "g.bad (j)"));
        assertThat(other.locator(".job p")).containsText("No document of the library tells of the job");
        assertThat(other.locator(".job .fact").nth(1)).hasText("Next rununknown");
    }

    @Test
    void ofALockOfShedLockThePageShowsTheUsualRunAndLockAtMostFor() {
        LockSource source = live(jobs.watch("shedLock", "shedlock"));
        jobs.heldHourly(source, "report", 25, Duration.ofHours(2), Duration.ofSeconds(50));
        console.database()
                .getCollection("shedLock")
                .insertOne(shedLock("report", ago(Duration.ZERO), in(Duration.ofMinutes(1))));
        LockId lock = new LockId(source.id(), "report");
        Page page = open(lock);
        Locator facts = page.locator(".job .fact");
        assertThat(facts.nth(1)).hasText("Next rununknown");
        assertThat(facts.nth(1).locator(".value")).hasAttribute("title", "The documents of the library do not tell.");
        assertThat(facts.nth(2)).hasText("Failed runsunknown");
        assertThat(facts.nth(3)).hasText("Usual hold50 s, 95 of 100 less than 50 s, the longest 50 s");
        assertThat(facts.nth(4)).hasText("Usual intervalat most 1 h 00 min");
        assertThat(facts.nth(5)).hasText(Pattern.compile("lockAtMostFor(1 min 00 s|59 s)"));
        Pictures.takeAll(chromium, "job-shedlock", each -> open(each, lock));
    }

    @Test
    void ofAJobOfJobRunrThePageShowsItsRunsAndWhatOfThemIsUnknown() {
        Document again = Jobs.jobRunr(2, new Document("scheduledAt", Jobs.micros(in(Duration.ofHours(30)))));
        Document broken = Jobs.jobRunr(3, new Document("jobAsJson", HOSTILE));
        console.database().getCollection("jobs").insertMany(List.of(again, broken));
        LockSource source = live(jobs.watch("jobs", "jobrunr-jobs"));
        LockId lock = new LockId(source.id(), Jobs.nameOf(again));
        Page page = open(lock);
        Locator facts = page.locator(".job .fact");
        assertThat(facts.nth(0)).containsText(" ago");
        assertThat(facts.nth(1)).not().containsText("unknown");
        assertThat(facts.nth(2)).hasText("Failed runs1, the last run among them");
        assertThat(facts.nth(4)).hasText("Its reasonJob was too long in PROCESSING state without being updated.");
        Pictures.takeAll(chromium, "job-jobrunr", each -> open(each, lock));
        Page other = open(new LockId(source.id(), Jobs.nameOf(broken)));
        Locator unread = other.locator(".job .fact");
        assertThat(unread.nth(0)).hasText("Last rununknown");
        assertThat(unread.nth(1)).hasText("Next runnone is planned");
        assertThat(unread.nth(2)).hasText("Failed runsunknown");
        assertThat(other.locator(".job p")).containsText("jobAsJson is no JSON");
    }

    private static Document held(String type, String key) {
        return new Document("type", type)
                .append("keyGroup", "g")
                .append("keyName", key)
                .append("instanceId", "A")
                .append("time", ago(Duration.ZERO));
    }

    /** Only what is written from then on tells how long a lock is to last. */
    private static LockSource live(LockSource source) {
        await().until(() -> console.bean(SourceFeeds.class)
                .find(LockScope.EVERYTHING, source.id())
                .filter(SourceFeeds.Watched::isLive)
                .isPresent());
        return source;
    }

    private static Page open(LockId lock) {
        return chromium.page(console, Console.OPERATOR, "/" + LockAddress.whole(lock));
    }

    private static void open(Page page, LockId lock) {
        chromium.logIn(page, console, Console.OPERATOR, "/" + LockAddress.whole(lock));
        assertThat(page.locator(".job .fact").first()).isVisible();
    }
}
