package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.Stepping;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.remember.history.Recorder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Runs in the one console that records: writes messages about findings that are new, worked on or resolved, and sends those that are due. While
 * MongoDB does not answer, nothing is written or sent; findings that still stand afterwards are reported then.
 */
@Component
class AlertRounds implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(AlertRounds.class);
    static final Query BY_NAME = new Query().with(Sort.by("name"));
    /** A twentieth of one core. */
    private static final Rest REST = new Rest(20, Duration.ofSeconds(1), Duration.ofSeconds(10));

    private Duration rest = REST.shortest();
    private final Worker worker = new Worker("alerts", this::round, cause -> {}, () -> rest.toMillis());
    private final Recorder recorder;
    private final FindingsFeed findings;
    private final OwnRecords records;
    private final Deliveries deliveries;
    private final Outbox outbox;
    private final Postman postman;
    private final ConsolePrivileges keeping;
    private final ServerClock clock;
    private final Stepping stepping;
    private final Planner planner;
    private volatile long deadLetters;
    private int failures;

    AlertRounds(
            Recorder recorder,
            FindingsFeed findings,
            OwnRecords records,
            Deliveries deliveries,
            Outbox outbox,
            Postman postman,
            ConsolePrivileges keeping,
            ServerClock clock,
            Stepping stepping,
            AlertSettings settings) {
        this.stepping = stepping;
        this.recorder = recorder;
        this.findings = findings;
        this.records = records;
        this.deliveries = deliveries;
        this.outbox = outbox;
        this.postman = postman;
        this.keeping = keeping;
        this.clock = clock;
        this.planner = new Planner(settings.resolveAfter(), settings.interval());
    }

    /** How many messages were given up, as of this console's last round. */
    long deadLetters() {
        return deadLetters;
    }

    @Override
    public void start() {
        postman.start();
        worker.start();
    }

    @Override
    public void stop() {
        worker.stop();
        postman.stop();
    }

    @Override
    public boolean isRunning() {
        return worker.isRunning();
    }

    private void round() {
        long began = System.nanoTime();
        try {
            if (keeping.whyNothingIsSent().isEmpty()) {
                deadLetters = deliveries.countByState(Delivery.State.DEAD);
                if (recorder.isInCharge()) {
                    write();
                    postman.sendDue();
                } else {
                    planner.forget();
                }
            }
            failures = 0;
        } catch (DataAccessException | TransactionException e) {
            trouble(e);
        } finally {
            rest = REST.since(began);
        }
    }

    private void write() {
        FindingsSnapshot seen = findings.latest(LockScope.EVERYTHING);
        if (seen.asOf() == null) {
            return; // not judged yet
        }
        Instant now = clock.now();
        List<AlertRule> all = records.find(BY_NAME, AlertRule.class);
        Plan plan = planner.plan(seen, all, all.isEmpty() ? List.of() : records.find(new Query(), Episode.class), now);
        plan.announced().forEach(it -> apart(it.route(), () -> outbox.announce(it.route(), it.findings(), now)));
        plan.taken().forEach(it -> apart(it.route(), () -> outbox.tellTaken(it.route(), it.episodes(), now)));
        plan.ended().forEach(it -> apart(it.route(), () -> outbox.end(it.route(), it.episodes(), now)));
        outbox.drop(plan.dropped(), all);
    }

    /** A rule that fails does not keep the others from speaking. */
    private void apart(Route route, Runnable work) {
        stepping.over("alerts", "the rule “%s”".formatted(route.rule().name()), work);
    }

    /** Warns of repeated failures: when two consoles write the same at once, one fails and succeeds in its next round. */
    private void trouble(Exception e) {
        failures++;
        if (failures == 2) {
            LOG.warn(
                    "Alerts are not sent for now; they will be as soon as MongoDB answers: cause=\"{}\"",
                    e.getMessage());
        } else {
            LOG.debug("A round of the alerts failed", e);
        }
    }
}
