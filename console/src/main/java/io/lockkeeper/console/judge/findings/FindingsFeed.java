package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Usuals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Looks for findings continuously, on a thread of its own. */
@Component
public class FindingsFeed implements RepeatedWork {

    /** The passes may use a twentieth of one core. */
    private static final Rest REST = new Rest(20, Duration.ofSeconds(1), Duration.ofSeconds(10));

    private static final int USUALS_A_PASS = 300;

    private volatile FindingsSnapshot latest = FindingsSnapshot.NONE;
    private final Worker worker = new Worker(
            "findings", this::look, cause -> {}, () -> REST.after(latest.took()).toMillis());
    private final Findings findings;
    private final FindingsBySource bySource;
    private final Dismissals dismissals;
    private final Usuals usuals;
    private final ServerClock clock;
    private final Instant began;

    FindingsFeed(
            Findings findings, FindingsBySource bySource, Dismissals dismissals, Usuals usuals, ServerClock clock) {
        this.findings = findings;
        this.bySource = bySource;
        this.dismissals = dismissals;
        this.usuals = usuals;
        this.clock = clock;
        began = clock.now();
    }

    /** The findings within the scope, as judged by now. */
    public FindingsSnapshot latest(LockScope scope) {
        return latest.at(clock.now()).within(scope);
    }

    /** The sentence about how long ago the findings were judged, if that is too long; else empty. */
    public String late() {
        return latest.late(clock.now());
    }

    /** How long ago the findings were judged, or the console began to. */
    public Duration age() {
        Instant judged = latest.asOf();
        return Duration.between(judged == null ? began : judged, clock.now());
    }

    /** Since when the thread of this acquirer's lease has stood at the same place, if two samples show it there. */
    public Optional<Instant> standingSince(String source, String acquirer) {
        return bySource.of(source).standingSince(acquirer);
    }

    /** The locks that were granted most often in the last whole minute. */
    public List<Busy> busiest(LockScope scope, int most) {
        return bySource.first().busiest(scope, most);
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void look() {
        dismissals.refresh();
        readUsuals();
        latest = findings.pass();
    }

    /** Reads what is usual, without which nothing can be called unusual. */
    private void readUsuals() {
        try {
            usuals.readWanted(USUALS_A_PASS);
        } catch (DataAccessException e) {
            // the recorder says what is wrong with the history
        }
    }
}
