package io.lockkeeper.console.holds;

import com.mongodb.MongoBulkWriteException;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.board.Worker;
import io.lockkeeper.console.dialect.Acquisition;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.history.Retention;
import io.lockkeeper.console.release.LateWrites;
import io.lockkeeper.console.source.ForeignChange;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Records each hold of another library's lock that this console saw end. It waits a second, so that an eviction that ended the
 * hold is known by then. A lock that is taken many times a second is recorded a few times a second, and the rest is counted. What MongoDB does not
 * accept is kept and retried, up to a bound.
 */
@Component
class HoldRecorder implements ForeignChange.Listener, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(HoldRecorder.class);
    private static final int MOST_WAITING = 20_000;
    private static final int MOST_AT_ONCE = 2_000;
    private static final int MOST_OF_A_LOCK = 5;
    private static final long PAUSE_MILLIS = 1_000;
    private static final Duration SETTLED = Duration.ofSeconds(1);

    private final Worker writing = new Worker("foreign-holds", this::write, PAUSE_MILLIS);
    private final BlockingQueue<Ended> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final HoldRecords records;
    private final LateWrites evictions;
    private final LeftOutHolds leftOut;
    private final ServerClock clock;
    private final Retention retention;
    private final boolean enabled;

    HoldRecorder(
            HoldRecords records,
            LateWrites evictions,
            LeftOutHolds leftOut,
            ServerClock clock,
            Retention retention,
            @Value("${lockkeeper.history.enabled:true}") boolean enabled) {
        this.records = records;
        this.evictions = evictions;
        this.leftOut = leftOut;
        this.clock = clock;
        this.retention = retention;
        this.enabled = enabled;
    }

    /** @param id the same for each console that saw it */
    private record Ended(String id, String source, EndedHold hold, Instant seenAt) {}

    @Override
    public void changed(LockSource source, SourceBoard board, ForeignChange change) {
        if (enabled) {
            EndedHold.of(change).forEach(hold -> {
                String id = id(source, board.dialect(), hold.acquisition(), hold.end());
                offer(new Ended(id, source.id(), hold, clock.now()));
            });
        }
    }

    private void offer(Ended ended) {
        if (!waiting.offer(ended)) {
            leftOut.count(ended.source());
        }
    }

    /** If the same holder's next acquisition looks like its last one, the end distinguishes them. */
    private static String id(LockSource source, Dialect dialect, Acquisition acquisition, HoldEnd end) {
        String id = source.id() + "/" + acquisition.tag();
        return dialect.tellsAcquisitions() ? id : id + "/" + end.until().toEpochMilli();
    }

    private void write() {
        List<Ended> batch = new ArrayList<>();
        Map<String, Integer> ofLock = new HashMap<>();
        Instant settled = clock.now().minus(SETTLED);
        while (batch.size() < MOST_AT_ONCE && isReady(settled)) {
            Ended next = waiting.remove();
            if (ofLock.merge(next.source() + "\u001f" + next.hold().lock(), 1, Integer::sum) <= MOST_OF_A_LOCK) {
                batch.add(next);
            } else {
                leftOut.count(next.source());
            }
        }
        keep(batch);
    }

    private boolean isReady(Instant settled) {
        Ended next = waiting.peek();
        return next != null && !next.seenAt().isAfter(settled);
    }

    private void keep(List<Ended> batch) {
        try {
            if (!batch.isEmpty()) {
                records.keep(batch.stream().map(this::recordOf).toList());
            }
        } catch (DataAccessException | MongoBulkWriteException e) {
            LOG.debug("The history of other libraries' locks cannot be written for now", e);
            batch.forEach(this::offer);
        }
    }

    private HoldRecord recordOf(Ended ended) {
        EndedHold hold = ended.hold();
        Instant since = hold.since().orElse(null);
        Instant until = hold.end().until();
        boolean evicted = evictions.isEvicted(ended.source(), hold.acquisition());
        return new HoldRecord(
                ended.id(),
                ended.source(),
                hold.lock(),
                hold.holder(),
                since,
                until,
                evicted ? HoldEnd.Kind.EVICTED : hold.end().kind(),
                HoldRecord.heldClass(since, until),
                until.plus(retention.age()));
    }

    @Override
    public void start() {
        writing.start();
    }

    @Override
    public void stop() {
        writing.stop();
        List<Ended> last = new ArrayList<>();
        waiting.drainTo(last);
        keep(last);
    }

    @Override
    public boolean isRunning() {
        return writing.isRunning();
    }
}
