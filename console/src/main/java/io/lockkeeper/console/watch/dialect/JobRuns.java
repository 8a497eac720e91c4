package io.lockkeeper.console.watch.dialect;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonString;

/** The runs of a job, as its states follow each other. */
final class JobRuns {

    private final JobHistory history;
    private Optional<Instant> begun = Optional.empty();
    private Optional<Instant> ended = Optional.empty();
    private Optional<Instant> failed = Optional.empty();
    private long failures;
    private String reason = "";
    private boolean timeless;

    JobRuns(JobHistory history) {
        this.history = history;
    }

    void add(String state, String at, String why) {
        boolean begins = state.equals(history.begun());
        boolean fails = state.equals(history.failed());
        if (!begins && !fails && !state.equals(history.ended())) {
            return;
        }
        Optional<Instant> time = TimeForm.ISO.read(new BsonString(at));
        timeless |= time.isEmpty();
        if (begins) {
            begun = time;
        } else {
            ended = time;
        }
        if (fails) {
            failed = time;
            failures++;
            reason = why;
        }
    }

    /** With what else is known of the job. */
    JobFacts over(JobFacts known) {
        return timeless
                ? known.unknown("%s has a state without a time."
                        .formatted(history.field().text()))
                : new JobFacts(
                        known.lock(),
                        begun,
                        known.nextRun().filter(at -> known.waits()),
                        ended,
                        failed,
                        OptionalLong.of(failures),
                        JobFacts.cut(reason),
                        known.waits(),
                        known.off(),
                        "");
    }
}
