package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Usuals;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Looks for findings continuously, on a thread of its own, and hands them to subscribers. */
@Component
public class FindingsFeed implements RepeatedWork {

    private static final long SHORTEST_MILLIS = 1_000;
    /** How much of one core the passes may use: a twentieth. */
    private static final long REST_FACTOR = 20;

    private static final int USUALS_A_PASS = 300;

    private final List<Runnable> subscribers = new CopyOnWriteArrayList<>();
    private final Worker worker = new Worker("findings", this::look, cause -> {}, this::rest);
    private final Findings findings;
    private final FindingsBySource bySource;
    private final Dismissals dismissals;
    private final Usuals usuals;
    private volatile FindingsSnapshot latest = FindingsSnapshot.NONE;

    FindingsFeed(Findings findings, FindingsBySource bySource, Dismissals dismissals, Usuals usuals) {
        this.findings = findings;
        this.bySource = bySource;
        this.dismissals = dismissals;
        this.usuals = usuals;
    }

    /** What is wrong within the scope. */
    public FindingsSnapshot latest(LockScope scope) {
        return latest.within(scope);
    }

    /** Since when the thread of this acquirer's lease has stood at the same place, if two samples show it there. */
    public Optional<Instant> standingSince(String source, String acquirer) {
        return bySource.of(source).standingSince(acquirer);
    }

    /** The locks that were granted most often in the last whole minute. */
    public List<Busy> busiest(LockScope scope, int most) {
        return bySource.first().busiest(scope, most);
    }

    /**
     * Subscribes until the returned {@code Runnable} is run. The subscriber gets the latest findings at once, then each new
     * state.
     */
    public Runnable subscribe(LockScope scope, Consumer<FindingsSnapshot> subscriber) {
        Runnable tell = () -> subscriber.accept(latest(scope));
        subscribers.add(tell);
        tell.run();
        return () -> subscribers.remove(tell);
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private long rest() {
        return Math.max(SHORTEST_MILLIS, latest.took().toMillis() * REST_FACTOR);
    }

    private void look() {
        dismissals.refresh();
        readUsuals();
        latest = findings.pass();
        subscribers.forEach(tell -> Resilient.run("page's findings", tell, cause -> {}));
    }

    /** Without it, nothing can be called unusual. */
    private void readUsuals() {
        try {
            usuals.readWanted(USUALS_A_PASS);
        } catch (DataAccessException e) {
            // the recorder says what is wrong with the history
        }
    }
}
