package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By the documents that the libraries wrote when they were run. */
class JobRuleTest {

    private static final Instant LATER = Instant.parse("2026-11-27T13:37:00Z");

    @Test
    void ofAgendaAJobThatFailedLastIsToldFromOneThatSucceededSince() {
        JobFacts bad = recorded("agenda", 0);
        assertThat(bad.lock()).isEqualTo("bad 6b098754a1a7f35738744609");
        assertThat(bad.hasFailed()).isTrue();
        assertThat(bad.failures()).isEqualTo(OptionalLong.of(2));
        assertThat(bad.reason()).isEqualTo("no disk 1");
        assertThat(bad.lastRun()).hasValue(Instant.parse("2026-11-27T13:36:22.839Z"));
        assertThat(bad.nextRun()).hasValue(Instant.parse("2026-11-27T13:36:24.839Z"));
        JobFacts mended = recorded("agenda", 1);
        assertThat(mended.hasFailed()).isFalse();
        assertThat(mended.failed()).hasValue(Instant.parse("2026-11-27T13:36:20.845Z"));
    }

    @Test
    void ofAgendaAJobIsDueWhileNothingRunsItUnlessItIsSwitchedOff() {
        assertThat(recorded("agenda", 0).isDue(LATER)).isTrue();
        assertThat(recorded("agenda", 2).isDue(LATER))
                .as("its next run is to come")
                .isFalse();
        assertThat(recorded("agenda", 3).isDue(LATER)).as("it has no next run").isFalse();
        JobFacts off = recorded("agenda", 4);
        assertThat(off.off()).isTrue();
        assertThat(off.isDue(LATER)).isFalse();
        BsonDocument running = documents("agenda").getFirst();
        running.put("lockedAt", running.get("lastRunAt"));
        assertThat(rule("agenda").read(running).isDue(LATER)).isFalse();
    }

    @Test
    void ofQuartzATriggerTellsItsNextRunAndNoFailure() {
        JobFacts trigger = recorded("quartz-mongodb", 0);
        assertThat(trigger.lock()).isEqualTo("g.bad-t (t)");
        assertThat(trigger.isDue(LATER)).isTrue();
        assertThat(trigger.lastRun()).as("the library leaves it null").isEmpty();
        assertThat(rule("quartz-mongodb").tellsFailures()).isFalse();
        assertThat(recorded("quartz-mongodb", 1).off()).as("it is paused").isTrue();
        assertThat(recorded("quartz-mongodb", 2).isDue(LATER)).isFalse();
    }

    @Test
    void ofJobRunrTheRunsAreToldByTheStatesInItsText() {
        JobFacts succeeded = recorded("jobrunr-jobs", 0);
        assertThat(succeeded.lock()).isEqualTo("Main.work(int) 01a202b4-14ff-729e-bbe9-eb510a75045a");
        assertThat(succeeded.lastRun()).hasValue(Instant.parse("2026-11-22T10:01:30.898Z"));
        assertThat(succeeded.finished()).hasValue(Instant.parse("2026-11-22T10:01:31.335Z"));
        assertThat(succeeded.failures()).isEqualTo(OptionalLong.of(0));
        assertThat(succeeded.hasFailed()).isFalse();
        JobFacts again = recorded("jobrunr-jobs", 2);
        assertThat(again.hasFailed()).as("until a run succeeds").isTrue();
        assertThat(again.failures()).isEqualTo(OptionalLong.of(1));
        assertThat(again.reason()).isEqualTo("Job was too long in PROCESSING state without being updated.");
        assertThat(again.nextRun()).hasValue(Instant.parse("2026-11-22T10:02:03.991Z"));
        assertThat(again.isDue(LATER)).isTrue();
        JobFacts runs = recorded("jobrunr-jobs", 3);
        assertThat(runs.nextRun()).as("its document still has that time").isEmpty();
        assertThat(runs.isDue(LATER)).isFalse();
        assertThat(recorded("jobrunr-jobs", 4).hasFailed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "null",
                "[]",
                "{\"jobHistory\":{}}",
                "{\"jobHistory\":[1]}",
                "{\"other\":1}",
                "{\"jobHistory\":[{\"state\":\"FAILED\"}]}",
                "{\"jobHistory\":[{\"state\":\"FAILED\",\"createdAt\":5}]}",
                "{\"jobHistory\":[{\"state\":\"PROCESSING\",\"createdAt\":\"yesterday\"}]}",
                "{\"jobHistory\":[{\"state\":\"PROCESSING\""
            })
    void aTextThatCannotBeReadTellsNoRunsAndSaysSo(String text) {
        BsonDocument job = documents("jobrunr-jobs").get(2);
        job.put("jobAsJson", new BsonString(text));
        JobFacts facts = rule("jobrunr-jobs").read(job);
        assertThat(facts.unknown()).startsWith("What its document tells of its runs cannot be read: jobAsJson ");
        assertThat(facts.lastRun()).isEmpty();
        assertThat(facts.failures()).isEmpty();
        assertThat(facts.nextRun()).as("a field of its own tells it").isPresent();
        job.put("jobAsJson", new BsonInt32(5));
        assertThat(rule("jobrunr-jobs").read(job).unknown()).endsWith("jobAsJson is no text.");
    }

    @Test
    void ofALongTextTheStatesAreReadIfTheyComeFirst() {
        BsonDocument job = documents("jobrunr-jobs").get(2);
        String text = job.getString("jobAsJson").getValue();
        job.put("jobAsJson", new BsonString(text + "x".repeat(5_000_000)));
        assertThat(rule("jobrunr-jobs").read(job)).isEqualTo(recorded("jobrunr-jobs", 2));
        job.put(
                "jobAsJson",
                new BsonString(text.replace("{\"id\"", "{\"x\":\"" + "y".repeat(5_000_000) + "\",\"id\"")));
        assertThat(rule("jobrunr-jobs").read(job).unknown()).endsWith("jobAsJson is too long to be read.");
        job.put("jobAsJson", new BsonString("{\"x\":" + "[".repeat(100_000)));
        assertThat(rule("jobrunr-jobs").read(job).unknown()).endsWith("nested too deeply.");
    }

    @Test
    void ofShedLockOnlyTheLastRunIsTold() {
        JobRule shedLock = rule("shedlock");
        assertThat(List.of(shedLock.tellsLastRun(), shedLock.tellsNextRun(), shedLock.tellsFailures()))
                .containsExactly(true, false, false);
        assertThat(shedLock.atMost()).hasValue("lockAtMostFor");
        assertThat(shedLock.overdue(LATER)).isEmpty();
        assertThat(shedLock.lastFailed(LATER)).isEmpty();
    }

    @Test
    void aCollectionBesideIsNamedAsThatOfTheLocksIs() {
        assertThat(rule("quartz-mongodb").collection("quartz_locks")).hasValue("quartz_triggers");
        assertThat(rule("quartz-mongodb").collection("night.locks")).hasValue("night.triggers");
        assertThat(rule("quartz-mongodb").collection("mutexes")).isEmpty();
        assertThat(rule("agenda").collection("jobs")).hasValue("jobs");
    }

    @Test
    void aNameIsReadBackInEachWayInWhichItMayHaveBeenMade() {
        NameTemplate name = new NameTemplate("{group}.{key} (t)");
        assertThat(name.readings("a.b.c (t)")).containsExactlyInAnyOrder(reading("a", "b.c"), reading("a.b", "c"));
        assertThat(name.readings("a.b (j)")).isEmpty();
        assertThat(name.readings("ab (t)")).isEmpty();
        assertThat(name.readings(".b (t)")).as("no field is empty").isEmpty();
        assertThat(name.readings("a" + ".x".repeat(1_000) + " (t)")).hasSize(20);
        assertThat(new NameTemplate("{key}").readings("a.b (t)"))
                .containsExactly(Map.of(new FieldPath("key"), "a.b (t)"));
    }

    @Test
    void aReasonIsCutWhereNoCharacterIsSplit() {
        BsonDocument job = documents("agenda").getFirst();
        job.put("failReason", new BsonString("x".repeat(298) + "😀".repeat(500_000)));
        String reason = rule("agenda").read(job).reason();
        assertThat(reason).hasSize(299).endsWith("x…");
    }

    @Test
    void aValueOfAnotherKindIsNotTold() {
        BsonDocument job = documents("agenda").getFirst();
        for (String field : List.of("nextRunAt", "failedAt", "lastRunAt", "failCount")) {
            job.put(field, new BsonString("<b>soon</b>"));
        }
        JobFacts facts = rule("agenda").read(job);
        assertThat(facts.nextRun()).isEmpty();
        assertThat(facts.lastRun()).isEmpty();
        assertThat(facts.failures()).isEmpty();
        assertThat(facts.hasFailed()).isFalse();
        assertThat(facts.isDue(LATER)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            job: {}                     | this has to name a field
            'job: { last: a }'          | “last” is not known here; known are at-most, beside, failed, failing, failures, finished, history, last-run, name, next-run, off, reason, retried, waiting
            'job: { next-run: a }'      | “next-run” needs “waiting”
            'job: { reason: a }'        | “reason” needs “failed”
            'job: { failures: a }'      | “failures” needs “failed”
            'job: { failed: { field: a, as: soon } }' | “soon” has to be one of date, millis, micros, seconds, iso, object-id
            'job: { beside: { locks: a } }'   | “jobs” is missing
            """)
    void whatAFileSaysOfJobsIsRefusedWithFileLineAndRule(String job, String message) throws IOException {
        String file = Files.readString(Path.of("src/main/resources/dialects/migrate-mongo.yaml"));
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", file + job + "\n"))
                .isInstanceOf(DialectException.class)
                .hasMessageMatching("ours\\.yaml, line \\d+: \\Q" + message + "\\E");
    }

    private static Map<FieldPath, String> reading(String group, String key) {
        return Map.of(new FieldPath("group"), group, new FieldPath("key"), key);
    }

    private static JobFacts recorded(String dialect, int number) {
        return rule(dialect).read(documents(dialect).get(number));
    }

    private static JobRule rule(String dialect) {
        return Dialects.builtIn().stream()
                .filter(each -> each.id().equals(dialect))
                .flatMap(each -> each.job().stream())
                .findFirst()
                .orElseThrow();
    }

    private static List<BsonDocument> documents(String dialect) {
        try {
            return Files.readAllLines(Path.of("src/test/resources/recorded-jobs/" + dialect + ".jsonl")).stream()
                    .map(BsonDocument::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
