package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.board.Pulse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Component;

/** Keeps the outages that this console saw beside the gaps of the history, once MongoDB takes them. */
@Component
class OutageKeeper implements RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(OutageKeeper.class);
    private static final long PERIOD_MILLIS = 1_000;

    private final Worker worker = new Worker("outages", this::keep, PERIOD_MILLIS);
    private final Pulse pulse;
    private final MongoTemplate own;
    private final Retention retention;

    OutageKeeper(Pulse pulse, MongoTemplate own, Retention retention) {
        this.pulse = pulse;
        this.own = own;
        this.retention = retention;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void keep() {
        pulse.outageToKeep().ifPresent(this::keep);
    }

    private void keep(Outage outage) {
        try {
            own.insert(Gap.of(outage, outage.until().plus(retention.age())));
            pulse.outageKept(outage);
        } catch (DuplicateKeyException e) {
            pulse.outageKept(outage); // another console saw it from the same moment on
        } catch (DataAccessException e) {
            LOG.debug("An outage is not kept for now", e);
        }
    }
}
