package io.lockkeeper.console.watch.dialect;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what a dialect's file says of the jobs behind locks. */
final class JobPart {

    private static final Set<String> KNOWN = Set.of(
            "beside",
            "name",
            "last-run",
            "next-run",
            "finished",
            "failed",
            "failing",
            "failures",
            "reason",
            "retried",
            "waiting",
            "off",
            "history",
            "at-most");

    private final YamlPart part;
    private final YamlPart.Entries entries;

    private JobPart(YamlPart part) {
        this.part = part;
        entries = part.entries(KNOWN, Set.of());
    }

    /** @param lock the lock's name, which a job's is unless it has one of its own */
    static JobRule read(YamlPart part, NameTemplate lock) {
        return new JobPart(part).rule(lock);
    }

    private JobRule rule(NameTemplate lock) {
        if (entries.parts().isEmpty()) {
            throw part.fault("this has to name a field");
        }
        needs("next-run", "waiting");
        needs("reason", "failed");
        needs("failures", "failed");
        needs("failing", "failed");
        needs("retried", "history");
        return new JobRule(
                entries.find("beside").map(JobPart::beside),
                entries.find("name").map(name -> new NameTemplate(name.text())).orElse(lock),
                time("last-run"),
                time("next-run").filter(this::isAskedFor),
                time("finished"),
                new JobRule.Failure(
                        time("failed").filter(this::isAskedFor),
                        rules("failing"),
                        rules("retried"),
                        path("failures"),
                        path("reason")),
                rules("waiting"),
                rules("off"),
                entries.find("history").map(JobPart::history),
                entries.find("at-most").map(YamlPart::text));
    }

    private void needs(String key, String other) {
        entries.find(key).filter(it -> entries.find(other).isEmpty()).ifPresent(it -> {
            throw it.fault("“%s” needs “%s”".formatted(key, other));
        });
    }

    /** MongoDB compares it with a time. */
    private boolean isAskedFor(TimeField time) {
        if (time.form() == TimeForm.OBJECT_ID) {
            throw part.fault("an object-id tells neither a next run nor a failure");
        }
        return true;
    }

    private static JobRule.Beside beside(YamlPart part) {
        YamlPart.Entries entries = part.entries(Set.of(), Set.of("locks", "jobs"));
        return new JobRule.Beside(
                entries.get("locks").text(), entries.get("jobs").collection());
    }

    private static JobHistory history(YamlPart part) {
        YamlPart.Entries entries =
                part.entries(Set.of(), Set.of("field", "list", "state", "at", "begun", "ended", "failed", "reason"));
        return new JobHistory(
                new FieldPath(entries.get("field").text()),
                entries.get("list").text(),
                entries.get("state").text(),
                entries.get("at").text(),
                entries.get("begun").text(),
                entries.get("ended").text(),
                entries.get("failed").text(),
                entries.get("reason").text());
    }

    private Optional<TimeField> time(String key) {
        return entries.find(key).map(RuleReader::anyTime);
    }

    private Optional<FieldPath> path(String key) {
        return entries.find(key).map(field -> new FieldPath(field.text()));
    }

    private Map<FieldPath, FieldRule> rules(String key) {
        return entries.find(key).map(DialectFile::fields).orElse(Map.of());
    }
}
