package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.remember.history.Recorder;
import java.time.Duration;
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
    private final Reporting reporting;
    private final Deliveries deliveries;
    private final Postman postman;
    private final ConsolePrivileges keeping;
    private volatile long deadLetters;
    private int failures;

    AlertRounds(
            Recorder recorder, Reporting reporting, Deliveries deliveries, Postman postman, ConsolePrivileges keeping) {
        this.recorder = recorder;
        this.reporting = reporting;
        this.deliveries = deliveries;
        this.postman = postman;
        this.keeping = keeping;
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
                    reporting.write();
                    postman.sendDue();
                } else {
                    reporting.forget();
                }
            }
            failures = 0;
        } catch (DataAccessException | TransactionException e) {
            trouble(e);
        } finally {
            rest = REST.since(began);
        }
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
