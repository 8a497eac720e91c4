package io.lockkeeper.console.facets.jobs;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.face.locks.Fact;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.holds.LockJob;
import io.lockkeeper.console.remember.holds.LockJobs;
import io.lockkeeper.console.remember.holds.Rhythm;
import io.lockkeeper.console.remember.holds.RunLimit;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.console.watch.dialect.JobRule;
import io.lockkeeper.console.watch.facet.Facet;
import io.lockkeeper.console.watch.facet.Idle;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.console.watch.source.ListedJobs;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Service;

/** The job behind a lock of another library: when it ran and is to run, what failed, and how long its runs and its lock last. */
@Service
public class JobFacet implements Facet<JobFacet.Shown> {

    private static final String SILENT = "The documents of the library do not tell.";
    private static final Idle IDLE = new Idle(
            "idle",
            "its job does not run now",
            "Nothing runs this job now.",
            "Its lock is free: the library keeps it only while the job runs.");

    private final SourceFeeds feeds;
    private final LockJobs jobs;

    JobFacet(SourceFeeds feeds, LockJobs jobs) {
        this.feeds = feeds;
        this.jobs = jobs;
    }

    /** A job at a moment: what only time changes counts in the browser. */
    record Shown(LockJob job, boolean due, Instant from) {

        static Shown of(LockJob job, Instant now) {
            boolean due = job.told().filter(it -> it.isDue(now)).isPresent();
            return new Shown(job, due, now);
        }

        /** Equal if it is the same job in the same state. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Shown it && job.equals(it.job) && due == it.due;
        }

        @Override
        public int hashCode() {
            return job.hashCode();
        }
    }

    @Override
    public String name() {
        return "job";
    }

    @Override
    public String css() {
        return "job";
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public Optional<Shown> read(Subject of) {
        return feeds.of(LockScope.EVERYTHING, of.lock().source())
                .flatMap(source -> jobs.of(source, of.lock().name())
                        .filter(LockJob::isThere)
                        .map(job -> Shown.of(job, source.asOf())));
    }

    @Override
    public Function<Lock, Optional<Shown>> listing(ScopedBoard board) {
        Optional<JobRule> rule = board.dialect().flatMap(Dialect::job);
        if (rule.isEmpty()) {
            return lock -> Optional.empty();
        }
        ListedJobs.Known known = board.readJobs();
        Instant now = board.now();
        return lock -> Optional.of(Shown.of(LockJob.listed(rule.get(), known, lock.facts()), now));
    }

    @Override
    public Object field(Shown shown) {
        return JobFields.of(shown.job());
    }

    @Override
    public Optional<Idle> idle(Shown shown) {
        return shown.job().told().map(told -> IDLE);
    }

    @Override
    public List<Component> card(Shown shown) {
        Div facts = styled(new Div(), "facts");
        facts.add(facts(shown));
        List<Component> parts = new ArrayList<>(List.of(new H3("Job"), facts));
        if (!shown.job().unknown().isEmpty()) {
            parts.add(styled(new Paragraph(Formats.visible(shown.job().unknown())), "dim"));
        }
        return parts;
    }

    private static List<Component> facts(Shown shown) {
        LockJob job = shown.job();
        List<Component> facts = new ArrayList<>();
        facts.add(new Fact(
                "Last run",
                job.lastRun()
                        .map(JobFacet::ago)
                        .orElseGet(() -> unknown(job, job.rule().tellsLastRun()))));
        facts.add(new Fact("Next run", next(shown)));
        facts.add(new Fact("Failed runs", failures(job)));
        job.told().filter(it -> it.failed().isPresent()).ifPresent(told -> {
            facts.add(new Fact("Last failure", ago(told.failed().get())));
            facts.add(new Fact("Its reason", reason(told)));
        });
        facts.add(new Fact("Usual hold", usual(job.rhythm())));
        if (!job.rule().tellsNextRun()) {
            facts.add(new Fact("Usual interval", interval(job.rhythm())));
        }
        job.rule().atMost().ifPresent(called -> facts.add(new Fact(called, limit(job.limit()))));
        return facts;
    }

    private static Component ago(Instant at) {
        Span ago = new Span(Ticking.age(at), new Span(" ago"));
        ago.setTitle(Times.present().exact(at));
        return ago;
    }

    private static Component unknown(LockJob job, boolean told) {
        if (!told) {
            return Fact.unknown(SILENT);
        }
        return Fact.unknown(job.unknown().isEmpty() ? Formats.UNTOLD : Formats.visible(job.unknown()));
    }

    private static Component next(Shown shown) {
        LockJob job = shown.job();
        if (job.told().filter(JobFacts::off).isPresent()) {
            return new Span("none: it is switched off");
        }
        Optional<Instant> next = job.told().flatMap(JobFacts::nextRun);
        if (next.isEmpty()) {
            return job.told().isPresent() && job.rule().tellsNextRun()
                    ? new Span("none is planned")
                    : unknown(job, job.rule().tellsNextRun());
        }
        return shown.due()
                ? new Span(new Span("was due "), ago(next.get()))
                : new Span(Times.present().moment(next.get(), shown.from()));
    }

    private static Component failures(LockJob job) {
        JobFacts told = job.told().orElse(null);
        if (told == null
                || !job.rule().tellsFailures()
                || (!job.unknown().isEmpty() && told.failed().isEmpty())) {
            return unknown(job, job.rule().tellsFailures());
        }
        if (told.failed().isEmpty()) {
            return new Span("none");
        }
        String count = told.failures().isPresent()
                ? String.format(Locale.ROOT, "%,d", told.failures().getAsLong())
                : "some";
        return new Span(told.hasFailed() ? count + ", the last run among them" : count + ", the last run not");
    }

    private static Component reason(JobFacts told) {
        return told.reason().isBlank() ? Fact.unknown(Formats.UNTOLD) : Fact.text(told.reason());
    }

    private static Component usual(Rhythm rhythm) {
        if (!rhythm.tellsRuns()) {
            return Fact.unknown(String.format(
                    Locale.ROOT, "Fewer than %d holds that ended with a release are on record.", Rhythm.ENOUGH_RUNS));
        }
        return new Span("%s, 95 of 100 less than %s, the longest %s"
                .formatted(words(rhythm.median()), words(rhythm.p95()), words(rhythm.longestRun())));
    }

    private static Component interval(Rhythm rhythm) {
        return rhythm.usualInterval()
                .<Component>map(longest -> new Span("at most " + words(longest)))
                .orElseGet(() -> Fact.unknown("Fewer than %s times between two acquisitions are on record."
                        .formatted(Rhythm.ENOUGH_INTERVALS)));
    }

    private static Component limit(Optional<RunLimit> known) {
        return known.<Component>map(it -> new Span(words(it.length()) + (it.extended() ? ", and extended" : "")))
                .orElseGet(() -> Fact.unknown("It shows with the next acquisition."));
    }

    private static String words(Duration time) {
        return Formats.lasted(time);
    }
}
