package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.holds.LockJob;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.console.watch.source.ListedJobs;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The job behind a lock in a few words: what of it matters most, and when that was or is to be.
 *
 * @param what matters most
 * @param at when; null for never, or unknown
 * @param job all that is known of it; null for none
 */
public record JobMark(
        What what, @Nullable Instant at, @Nullable LockJob job) {

    /** The facts, the most important first. */
    enum What {
        FAILED,
        DUE,
        NEXT,
        RAN,
        OFF,
        UNKNOWN,
        /** The library has locks without jobs. */
        NONE
    }

    public static final JobMark NONE = new JobMark(What.NONE, null, null);

    /** Failures first, then what is overdue; among equals what is longest ago, or soonest. */
    static final Comparator<JobMark> BY_WORRY = Comparator.comparing(JobMark::what)
            .thenComparing(JobMark::at, Comparator.nullsLast(Comparator.naturalOrder()));

    /** The jobs behind the locks of a source, by what documents show of them. */
    public static Function<Lock, JobMark> of(ScopedBoard board, ListedJobs.Known known, Instant now) {
        Optional<Dialect> dialect = board.dialect();
        return lock -> of(lock, dialect, known, now);
    }

    /**
     * The job behind one lock.
     *
     * @param known what documents show of the jobs of its source
     */
    public static JobMark of(Lock lock, Optional<Dialect> dialect, ListedJobs.Known known, Instant now) {
        return dialect.flatMap(Dialect::job)
                .map(rule -> LockJob.listed(rule, known, lock.facts()))
                .map(job -> of(job, lock.facts().isTaken(now), now))
                .orElse(NONE);
    }

    private static JobMark of(LockJob job, boolean runs, Instant now) {
        Optional<JobFacts> told = job.told();
        Optional<Instant> failed = told.filter(JobFacts::hasFailed).flatMap(JobFacts::failed);
        Optional<Instant> due = told.filter(it -> it.isDue(now) && !runs).flatMap(JobFacts::nextRun);
        Optional<Instant> next =
                told.filter(it -> !it.off()).flatMap(JobFacts::nextRun).filter(now::isBefore);
        return failed.map(at -> new JobMark(What.FAILED, at, job))
                .or(() -> due.map(at -> new JobMark(What.DUE, at, job)))
                .or(() -> next.map(at -> new JobMark(What.NEXT, at, job)))
                .or(() -> told.filter(JobFacts::off).map(it -> new JobMark(What.OFF, null, job)))
                .or(() -> job.lastRun().map(at -> new JobMark(What.RAN, at, job)))
                .orElseGet(() -> new JobMark(What.UNKNOWN, null, job));
    }

    /** All that is known of it, at length. */
    public String all(Instant now) {
        return job == null ? "" : all(job, now);
    }

    private static String all(LockJob job, Instant now) {
        List<String> all = new ArrayList<>();
        job.lastRun().ifPresent(at -> all.add("Last run " + exact(at)));
        job.told().ifPresent(told -> {
            told.nextRun().ifPresent(at -> all.add((at.isBefore(now) ? "Was due " : "Next run ") + exact(at)));
            told.failed()
                    .ifPresent(at -> all.add("Last failure " + exact(at)
                            + (told.reason().isBlank() ? "" : ": " + Formats.visible(told.reason()))));
            if (told.off()) {
                all.add("It is switched off");
            }
        });
        if (!job.unknown().isEmpty()) {
            all.add(Formats.visible(job.unknown()));
        }
        return String.join("\n", all);
    }

    private static String exact(Instant at) {
        return Times.present().exact(at);
    }

    /** The words before the time that passes since then, or until then. */
    public String words() {
        return switch (what) {
            case FAILED -> "failed";
            case DUE -> "was due";
            case NEXT -> "next in";
            case RAN -> "ran";
            case OFF -> "switched off";
            case UNKNOWN -> "unknown";
            case NONE -> "";
        };
    }

    /** From when the browser counts; 0 for not at all. */
    public long since() {
        return at == null || what == What.NEXT ? 0 : at.toEpochMilli();
    }

    /** Until when the browser counts; 0 for not at all. */
    public long before() {
        return at == null || what != What.NEXT ? 0 : at.toEpochMilli();
    }

    /** The style of the mark. */
    public String css() {
        return what == What.FAILED || what == What.DUE ? "job-mark worry" : "job-mark dim";
    }
}
