package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.fixture.Jobs.ago;
import static io.lockkeeper.console.fixture.Jobs.in;
import static io.lockkeeper.console.fixture.Jobs.recorded;
import static io.lockkeeper.console.fixture.Jobs.shedLock;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a lock's page tells of the job behind it. */
class JobIT {

    private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">\u0000\u202e";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    private final Jobs jobs = new Jobs(console);

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
        LockSource source = live(console.watch("agendaJobs", "agenda"));
        LockId lock = new LockId(source.id(), Jobs.lock(bad));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !console.bean(FindingsFeed.class)
                        .latest(LockScope.EVERYTHING)
                        .of(lock)
                        .isEmpty());
        ServerPage page = open(lock);
        ServerPart facts = page.find(".job .fact");
        facts.nth(0).matches("Last run6 min \\d+ s ago");
        facts.nth(1).matches("Next runwas due 2 min \\d+ s ago");
        facts.nth(2).reads("Failed runs2, the last run among them");
        facts.nth(3).shows("5 min");
        facts.nth(4).shows("<img src=x onerror=\"document.title='owned'\">\\u{0}\\u{202E}xxx");
        facts.nth(4).matches("^.{200,400}(?<=x…)$");
        facts.nth(5).reads("Usual holdunknown");
        page.find(".lock-page .nothing").shows("Nothing runs this job now.");
        page.find(".lock-page .state").first().reads("its job does not run now");
        page.find(".job img").counts(0);
        page.find(".lock-page .entries").shows("The job's last run failed");
        Pictures.of(console, Console.OPERATOR, address(lock), "job-agenda");
        console.database()
                .getCollection("agendaJobs")
                .updateOne(
                        new Document("_id", bad.getObjectId("_id")),
                        new Document("$set", new Document("lastFinishedAt", ago(Duration.ZERO))));
        facts.nth(2).reads("Failed runs2, the last run not");
    }

    @Test
    void ofATriggerOfQuartzThePageShowsTheNextRunAndWhyThatIsUnknownWhereItIsDenied() {
        Document trigger = recorded("quartz-mongodb", 0, new Document("nextFireTime", in(Duration.ofHours(30))));
        console.database().getCollection("quartz_triggers").insertOne(trigger);
        console.database().getCollection("quartz_locks").insertMany(List.of(held("t", "bad-t"), held("j", "bad")));
        LockSource source = live(console.watch("quartz_locks", "quartz-mongodb"));
        ServerPage page = open(new LockId(source.id(), "g.bad-t (t)"));
        ServerPart facts = page.find(".job .fact");
        facts.nth(0).shows(" ago");
        facts.nth(1).showsNone("unknown");
        facts.nth(2).reads("Failed runsunknown");
        console.fail(new Document("failCommands", List.of("find"))
                .append("errorCode", 13)
                .append("namespace", console.database().getName() + ".quartz_triggers"));
        try {
            facts.nth(1).reads("Next rununknown");
            page.find(".job p").shows("lacks a privilege");
        } finally {
            console.heal();
        }
        facts.nth(1).showsNone("unknown");
        ServerPage other = open(new LockId(source.id(), "g.bad (j)"));
        other.find(".job p").shows("No document of the library tells of the job");
        other.find(".job .fact").nth(1).reads("Next rununknown");
    }

    @Test
    void ofALockOfShedLockThePageShowsTheUsualRunAndLockAtMostFor() {
        LockSource source = live(console.watch("shedLock", "shedlock"));
        jobs.heldHourly(source, "report", 25, Duration.ofHours(2), Duration.ofSeconds(50));
        console.database()
                .getCollection("shedLock")
                .insertOne(shedLock("report", ago(Duration.ZERO), in(Duration.ofMinutes(1))));
        LockId lock = new LockId(source.id(), "report");
        ServerPage page = open(lock);
        ServerPart facts = page.find(".job .fact");
        facts.nth(1).reads("Next rununknown");
        facts.nth(1).find(".value").has("title", "The documents of the library do not tell.");
        facts.nth(2).reads("Failed runsunknown");
        facts.nth(3).reads("Usual hold50 s, 95 of 100 less than 50 s, the longest 50 s");
        facts.nth(4).reads("Usual intervalat most 1 h 00 min");
        facts.nth(5).matches("lockAtMostFor(1 min 00 s|59 s)");
        Pictures.of(console, Console.OPERATOR, address(lock), "job-shedlock");
    }

    @Test
    void ofAJobOfJobRunrThePageShowsItsRunsAndWhatOfThemIsUnknown() {
        Document again = Jobs.jobRunr(2, new Document("scheduledAt", Jobs.micros(in(Duration.ofHours(30)))));
        Document broken = Jobs.jobRunr(3, new Document("jobAsJson", HOSTILE));
        console.database().getCollection("jobs").insertMany(List.of(again, broken));
        LockSource source = live(console.watch("jobs", "jobrunr-jobs"));
        LockId lock = new LockId(source.id(), Jobs.nameOf(again));
        ServerPage page = open(lock);
        ServerPart facts = page.find(".job .fact");
        facts.nth(0).shows(" ago");
        facts.nth(1).showsNone("unknown");
        facts.nth(2).reads("Failed runs1, the last run among them");
        facts.nth(4).reads("Its reasonJob was too long in PROCESSING state without being updated.");
        Pictures.of(console, Console.OPERATOR, address(lock), "job-jobrunr");
        ServerPage other = open(new LockId(source.id(), Jobs.nameOf(broken)));
        ServerPart unread = other.find(".job .fact");
        unread.nth(0).reads("Last rununknown");
        unread.nth(1).reads("Next runnone is planned");
        unread.nth(2).reads("Failed runsunknown");
        other.find(".job p").shows("jobAsJson is no JSON");
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
        await().until(() ->
                console.watched(source.id()).filter(SourceFeeds.Watched::isLive).isPresent());
        return source;
    }

    private static ServerPage open(LockId lock) {
        return pages.page(Console.OPERATOR, address(lock));
    }

    private static String address(LockId lock) {
        return "/" + LockAddress.whole(lock);
    }
}
