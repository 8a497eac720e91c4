package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Plain;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** Formats the job behind a lock of another library for people: a line for each known fact. */
final class JobTexts {

    private JobTexts() {}

    static List<String> lines(BsonDocument job) {
        List<String> lines = new ArrayList<>();
        if (job.isString("unknown")) {
            lines.add("Job       " + Plain.text(job.getString("unknown").getValue()));
        }
        at(job, "lastRun", at -> lines.add("Last run  " + at));
        at(
                job,
                "nextRun",
                at -> lines.add("Next run  " + at + (is(job, "off") ? ", but the job is switched off" : "")));
        if (job.isNumber("failures") && job.getNumber("failures").longValue() > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "Failed    %d runs, %s",
                    job.getNumber("failures").longValue(),
                    is(job, "lastRunFailed") ? "the last run among them" : "the last run not"));
        }
        at(job, "failed", at -> lines.add("  at " + at + reason(job)));
        time(job, "usualRunMillis", time -> lines.add("Usual hold " + time));
        time(job, "limitMillis", time -> lines.add("Limit     " + time + ", after which the lock is taken for free"));
        return lines;
    }

    /** The job's most important fact in a few words: a failure, else the next run, else the last one. */
    static String briefly(BsonDocument job, Instant asOf) {
        if (is(job, "lastRunFailed")) {
            return "failed " + ago(job, "failed", asOf);
        }
        if (job.isString("nextRun") && !is(job, "off")) {
            Instant next = Instant.parse(job.getString("nextRun").getValue());
            if (next.isAfter(asOf)) {
                return "next run in " + Plain.duration(Duration.between(asOf, next));
            }
        }
        return job.isString("lastRun") ? "ran " + ago(job, "lastRun", asOf) : "unknown";
    }

    private static String ago(BsonDocument job, String field, Instant asOf) {
        if (!job.isString(field)) {
            return "at an unknown time";
        }
        Duration passed = Duration.between(Instant.parse(job.getString(field).getValue()), asOf);
        return Plain.duration(passed.isNegative() ? Duration.ZERO : passed) + " ago";
    }

    private static boolean is(BsonDocument job, String field) {
        return job.isBoolean(field) && job.getBoolean(field).getValue();
    }

    private static String reason(BsonDocument job) {
        return job.isString("reason")
                ? ": " + Plain.text(job.getString("reason").getValue())
                : "";
    }

    private static void at(BsonDocument job, String field, Consumer<String> known) {
        if (job.isString(field)) {
            known.accept(Plain.instant(Instant.parse(job.getString(field).getValue())));
        }
    }

    private static void time(BsonDocument job, String field, Consumer<String> known) {
        if (job.isNumber(field)) {
            known.accept(Plain.duration(Duration.ofMillis(job.getNumber(field).longValue())));
        }
    }
}
