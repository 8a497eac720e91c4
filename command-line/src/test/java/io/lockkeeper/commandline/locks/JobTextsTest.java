package io.lockkeeper.commandline.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class JobTextsTest {

    @Test
    void whatIsKnownOfAJobTakesALineEach() {
        BsonDocument job = BsonDocument.parse("""
                { lastRun: "2026-11-27T03:00:00Z", nextRun: "2026-11-28T03:00:00Z", finished: null,
                  failed: "2026-11-27T03:00:07Z", lastRunFailed: true, failures: 2, reason: "no \\u001b[31mdisk",
                  off: true, unknown: null, usualRunMillis: 7000, longestRunMillis: null,
                  usualIntervalMillis: null, limitMillis: 600000 }
                """);
        assertThat(JobTexts.lines(job))
                .containsExactly(
                        "Last run  2026-11-27T03:00:00Z",
                        "Next run  2026-11-28T03:00:00Z, but the job is switched off",
                        "Failed    2 runs, the last run among them",
                        "  at 2026-11-27T03:00:07Z: no ?[31mdisk",
                        "Usual hold 7.0s",
                        "Limit     10m 0s, after which the lock is taken for free");
    }

    @Test
    void aListTellsAFailureElseTheNextRunElseTheLastOne() {
        Instant asOf = Instant.parse("2026-11-27T03:01:00Z");
        BsonDocument job = BsonDocument.parse("""
                { lastRun: "2026-11-27T03:00:00Z", nextRun: "2026-11-27T05:01:00Z", failed: "2026-11-27T03:00:30Z",
                  lastRunFailed: true, off: false }
                """);
        assertThat(JobTexts.briefly(job, asOf)).isEqualTo("failed 30s ago");
        job.put("lastRunFailed", BsonBoolean.FALSE);
        assertThat(JobTexts.briefly(job, asOf)).isEqualTo("next run in 2h 0m");
        job.put("off", BsonBoolean.TRUE);
        assertThat(JobTexts.briefly(job, asOf)).isEqualTo("ran 1m 0s ago");
        assertThat(JobTexts.briefly(new BsonDocument(), asOf)).isEqualTo("unknown");
    }

    @Test
    void whyItIsUnknownIsSaidAndWhatIsNotKnownIsLeftOut() {
        BsonDocument job = BsonDocument.parse(
                "{ lastRun: null, nextRun: \"2026-11-28T03:00:00Z\", off: null, failures: null, unknown: \"The user lacks find.\" }");
        assertThat(JobTexts.lines(job))
                .containsExactly("Job       The user lacks find.", "Next run  2026-11-28T03:00:00Z");
        assertThat(JobTexts.lines(new BsonDocument())).isEmpty();
    }
}
