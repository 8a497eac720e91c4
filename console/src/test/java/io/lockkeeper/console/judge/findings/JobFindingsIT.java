package io.lockkeeper.console.judge.findings;

import static io.lockkeeper.console.fixture.Jobs.ago;
import static io.lockkeeper.console.fixture.Jobs.in;
import static io.lockkeeper.console.fixture.Jobs.recorded;
import static io.lockkeeper.console.fixture.Jobs.shedLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What is wrong with the jobs behind locks opens as a finding, and ends with its cause. */
class JobFindingsIT {

    private static final Duration DAYS = Duration.ofDays(3).plusHours(4);
    private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">\u0000\u202e\r\n";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    private final Jobs jobs = new Jobs(console);

    @Test
    void aJobOfAgendaThatFailedIsFoundWithCountAndReasonUntilARunSucceeds() {
        MongoCollection<Document> all = collection("agendaJobs");
        Date failed = ago(Duration.ofMinutes(5));
        Document bad = recorded(
                "agenda",
                0,
                new Document("failedAt", failed)
                        .append("lastFinishedAt", failed)
                        .append("nextRunAt", in(Duration.ofHours(1)))
                        .append("failReason", HOSTILE + "x".repeat(1_000_000)));
        Document mended = recorded("agenda", 1, new Document("nextRunAt", in(Duration.ofHours(1))));
        Document once = recorded(
                "agenda",
                0,
                new Document("failedAt", failed)
                        .append("lastFinishedAt", failed)
                        .append("nextRunAt", null));
        Date before = ago(Duration.ofDays(2));
        Document old = recorded(
                "agenda",
                0,
                new Document("failedAt", before)
                        .append("lastFinishedAt", before)
                        .append("nextRunAt", null));
        all.insertMany(List.of(bad, mended, once, old));
        LockSource source = jobs.watch("agendaJobs", "agenda");
        awaitKinds(source, Jobs.lock(bad), Kind.JOB_FAILED);
        assertThat(of(source, Jobs.lock(bad)).getFirst().evidence())
                .startsWith("It failed 5 min ")
                .contains("Failed runs, as its library counts them: 2.", "<img src=x", "\\u{0}\\u{202E}\\u{D}")
                .endsWith("x…”")
                .hasSizeLessThan(500);
        assertThat(of(source, Jobs.lock(mended))).isEmpty();
        assertThat(of(source, Jobs.lock(old))).isEmpty();
        assertThat(of(source, Jobs.lock(once))).extracting(Finding::kind).containsExactly(Kind.JOB_FAILED);
        all.updateOne(id(bad), set("lastFinishedAt", ago(Duration.ZERO)));
        awaitKinds(source, Jobs.lock(bad));
    }

    @Test
    void aJobOfAgendaThatNothingRunsIsFoundUntilSomethingDoes() {
        MongoCollection<Document> all = collection("overdueJobs");
        Document overdue =
                recorded("agenda", 2, new Document("nextRunAt", ago(DAYS)).append("lastRunAt", ago(DAYS.plusHours(1))));
        Document off = recorded("agenda", 4, new Document("nextRunAt", ago(DAYS)));
        Document late = recorded("agenda", 2, new Document("nextRunAt", ago(Duration.ofMinutes(50))));
        all.insertMany(List.of(overdue, off, late));
        LockSource source = jobs.watch("overdueJobs", "agenda");
        awaitKinds(source, Jobs.lock(overdue), Kind.JOB_OVERDUE);
        assertThat(of(source, Jobs.lock(overdue)).getFirst().evidence())
                .startsWith("It has not run for 3 d 05 h: its next run was due 3 d 04 h ago, at ");
        assertThat(of(source, Jobs.lock(off))).isEmpty();
        assertThat(of(source, Jobs.lock(late))).isEmpty();
        all.updateOne(id(overdue), set("lockedAt", ago(Duration.ZERO)));
        awaitKinds(source, Jobs.lock(overdue));
    }

    @Test
    void aJobOfJobRunrIsFoundThatFailedForGoodOrThatNoServerRuns() {
        MongoCollection<Document> all = collection("jobs");
        Date failed = ago(Duration.ofMinutes(5));
        String history = "{\"jobHistory\":[{\"state\":\"FAILED\",\"createdAt\":\"%s\",\"exceptionMessage\":%s}]}"
                .formatted(failed.toInstant(), JsonMapper.shared().writeValueAsString(HOSTILE + "x".repeat(100_000)));
        Document bad = Jobs.jobRunr(2, failed(failed).append("jobAsJson", history));
        Document unreadable = Jobs.jobRunr(2, failed(failed).append("jobAsJson", "x".repeat(5_000_000)));
        Document old = Jobs.jobRunr(2, failed(ago(Duration.ofDays(2))));
        Document overdue = Jobs.jobRunr(2, new Document("scheduledAt", Jobs.micros(ago(DAYS))));
        Document runs = Jobs.jobRunr(3, new Document("updatedAt", Jobs.micros(ago(Duration.ZERO))));
        all.insertMany(List.of(unreadable, bad, old, overdue, runs, Jobs.jobRunr(4, new Document())));
        LockSource source = jobs.watch("jobs", "jobrunr-jobs");
        awaitKinds(source, Jobs.nameOf(bad), Kind.JOB_FAILED);
        assertThat(of(source, Jobs.nameOf(bad)).getFirst().evidence())
                .startsWith("It failed 5 min ")
                .contains("Failed runs, as its library counts them: 1.", "<img src=x")
                .hasSizeLessThan(500);
        assertThat(of(source, Jobs.nameOf(unreadable)).getFirst().evidence())
                .endsWith("What its document tells of its runs cannot be read: jobAsJson is too long to be read.");
        assertThat(of(source, Jobs.nameOf(overdue))).extracting(Finding::kind).containsExactly(Kind.JOB_OVERDUE);
        assertThat(latest().findings())
                .filteredOn(it -> source.id().equals(it.source()))
                .hasSize(3);
        assertThat(console.bean(SourceFeeds.class).find(LockScope.EVERYTHING, source.id()))
                .flatMap(SourceFeeds.Watched::board)
                .hasValueSatisfying(board -> assertThat(board.inUse(Instant.now()))
                        .as("a lock is a job that a server runs")
                        .extracting(Lock::name)
                        .containsExactly(Jobs.nameOf(runs)));
        all.updateOne(new Document("_id", bad.get("_id")), set("state", "SUCCEEDED"));
        awaitKinds(source, Jobs.nameOf(bad));
    }

    private static Document failed(Date at) {
        return new Document("state", "FAILED").append("updatedAt", Jobs.micros(at));
    }

    @Test
    void aTriggerOfQuartzThatDoesNotFireIsFoundUntilItIsPaused() {
        MongoCollection<Document> triggers = collection("quartz_triggers");
        Document trigger = recorded("quartz-mongodb", 0, new Document("nextFireTime", ago(DAYS)));
        triggers.insertMany(List.of(trigger, recorded("quartz-mongodb", 1, new Document("nextFireTime", ago(DAYS)))));
        collection("quartz_locks").insertOne(new Document("type", "none").append("time", "no lock"));
        collection("quartz_locks").deleteMany(new Document());
        LockSource source = jobs.watch("quartz_locks", "quartz-mongodb");
        awaitKinds(source, "g.bad-t (t)", Kind.JOB_OVERDUE);
        assertThat(of(source, "g.bad-t (t)").getFirst().evidence())
                .startsWith("It has not run: its next run was due 3 d 04 h ago");
        assertThat(of(source, "g.paused-t (t)")).isEmpty();
        triggers.updateOne(id(trigger), set("state", "paused"));
        awaitKinds(source, "g.bad-t (t)");
    }

    @Test
    void aLockOfShedLockThatIsNotAcquiredAsUsualIsFoundUntilItIs() {
        MongoCollection<Document> locks = collection("shedLock");
        LockSource source = jobs.watch("shedLock", "shedlock");
        jobs.heldHourly(source, "silent", 6, Duration.ofHours(4), Duration.ofSeconds(5));
        jobs.heldHourly(source, "usual", 6, Duration.ofHours(2), Duration.ofSeconds(5));
        jobs.heldHourly(source, "few", 5, Duration.ofHours(4), Duration.ofSeconds(5));
        locks.insertOne(shedLock(
                "silent", ago(Duration.ofHours(4)), ago(Duration.ofHours(4).minusSeconds(5))));
        locks.insertOne(shedLock(
                "usual", ago(Duration.ofHours(2)), ago(Duration.ofHours(2).minusSeconds(5))));
        locks.insertOne(shedLock(
                "few", ago(Duration.ofHours(4)), ago(Duration.ofHours(4).minusSeconds(5))));
        awaitKinds(source, "silent", Kind.JOB_OVERDUE);
        assertThat(of(source, "silent").getFirst().evidence())
                .isEqualTo(
                        "It has not run for 4 h 00 min. By the last 5 intervals on record it runs at least every 1 h 00"
                                + " min; three times that, and an hour, count as too long.");
        assertThat(of(source, "usual")).isEmpty();
        assertThat(of(source, "few")).isEmpty();
        locks.replaceOne(
                new Document("_id", "silent"), shedLock("silent", ago(Duration.ZERO), in(Duration.ofMinutes(1))));
        awaitKinds(source, "silent");
    }

    @Test
    void aLockAtMostForThatIsTooShortOrFarTooLongIsFoundOnceTheLockIsAcquired() {
        MongoCollection<Document> locks = collection("limits");
        LockSource source = jobs.watch("limits", "shedlock");
        jobs.heldHourly(source, "short", 25, Duration.ofMinutes(30), Duration.ofSeconds(50));
        jobs.heldHourly(source, "long", 25, Duration.ofMinutes(30), Duration.ofSeconds(20));
        jobs.heldHourly(source, "right", 25, Duration.ofMinutes(30), Duration.ofSeconds(50));
        jobs.heldHourly(source, "extended", 25, Duration.ofMinutes(30), Duration.ofSeconds(50));
        awaitLive(source);
        locks.insertOne(shedLock("short", ago(Duration.ZERO), in(Duration.ofMinutes(1))));
        locks.insertOne(shedLock("long", ago(Duration.ZERO), in(Duration.ofHours(1))));
        locks.insertOne(shedLock("right", ago(Duration.ZERO), in(Duration.ofMinutes(5))));
        locks.insertOne(shedLock("extended", ago(Duration.ZERO), in(Duration.ofMinutes(1))));
        locks.updateOne(new Document("_id", "extended"), set("lockUntil", in(Duration.ofMinutes(2))));
        awaitKinds(source, "short", Kind.LIMIT_SHORT);
        awaitKinds(source, "long", Kind.LIMIT_LONG);
        assertThat(of(source, "short").getFirst().evidence())
                .matches(
                        "lockAtMostFor is (1 min 00 s|59 s)\\. Of the last 25 holds the longest took 50 s, and 95 of 100 less"
                                + " than 50 s\\. From 80 % on it counts as too short\\.");
        assertThat(of(source, "long").getFirst().evidence()).startsWith("lockAtMostFor is 1 h 00 min.");
        assertThat(of(source, "right")).isEmpty();
        assertThat(of(source, "extended")).isEmpty();
        locks.replaceOne(
                new Document("_id", "short"), shedLock("short", in(Duration.ofMillis(1)), in(Duration.ofMinutes(5))));
        awaitKinds(source, "short");
    }

    @Test
    void ofVeryManyJobsFiftyAreListedAndOneFindingSaysThatThereAreMore() {
        MongoCollection<Document> all = collection("manyJobs");
        List<Document> overdue = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            overdue.add(recorded("agenda", 2, new Document("nextRunAt", ago(DAYS))));
        }
        all.insertMany(overdue);
        LockSource source = jobs.watch("manyJobs", "agenda");
        eventually(() -> assertThat(latest().findings())
                .filteredOn(it -> source.id().equals(it.source()))
                .hasSize(51)
                .filteredOn(it -> it.lock() == null)
                .extracting(Finding::evidence)
                .containsExactly("More jobs than these 50."));
    }

    private static void awaitLive(LockSource source) {
        eventually(() -> assertThat(console.bean(SourceFeeds.class).find(LockScope.EVERYTHING, source.id()))
                .hasValueSatisfying(it -> assertThat(it.isLive()).isTrue()));
    }

    private static void awaitKinds(LockSource source, String lock, Kind... kinds) {
        eventually(() -> assertThat(of(source, lock)).extracting(Finding::kind).containsExactly(kinds));
    }

    private static void eventually(ThrowingRunnable holds) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(holds);
    }

    private static List<Finding> of(LockSource source, String lock) {
        return latest().of(new LockId(source.id(), lock));
    }

    private static FindingsSnapshot latest() {
        return console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING);
    }

    private static MongoCollection<Document> collection(String name) {
        return console.database().getCollection(name);
    }

    private static Document id(Document job) {
        return new Document("_id", job.getObjectId("_id"));
    }

    private static Document set(String field, Object value) {
        return new Document("$set", new Document(field, value));
    }
}
