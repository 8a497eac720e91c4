package io.lockkeeper.agent.presence;

import com.mongodb.MongoException;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LateLease;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to operators what holders still attempt with leases that they have lost. Written in the background, acknowledged only by the
 * primary, within a second; what could not be written is written with the next attempt. Beyond {@value #MOST} unreported leases, further
 * ones are dropped.
 */
public final class LateReports {

    static final int MOST = 100;

    private static final Logger log = LoggerFactory.getLogger(LateReports.class);
    /** Attempts that follow each other at once are one write. */
    private static final Duration SOON = Duration.ofMillis(200);

    private final AgentsCollection agents;
    private final LongSupplier ticker;
    private final Timer background;
    private final Map<String, Attempted> attempted = new ConcurrentHashMap<>();
    private final AtomicBoolean planned = new AtomicBoolean();
    private volatile boolean failing;

    public LateReports(AgentsCollection agents, LongSupplier ticker, Timer background) {
        this.agents = agents;
        this.ticker = ticker;
        this.background = background;
    }

    /** The attempts with one lease, on the agent's monotonic clock. */
    private record Attempted(LateAttempt.Kind kind, LateLease lease, long first, long last, int times, int written) {

        Attempted again(long now) {
            return new Attempted(kind, lease, first, now, times + 1, written);
        }

        boolean isWritten() {
            return written == times;
        }

        Attempted written(int upTo) {
            return new Attempted(kind, lease, first, last, times, Math.max(written, upTo));
        }
    }

    /** Notes an attempt. Returns at once. */
    public void add(LateAttempt.Kind kind, LateLease lease) {
        long now = ticker.getAsLong();
        String id = LateAttempt.id(kind, lease);
        if (attempted.size() >= MOST && !attempted.containsKey(id) && !forgetOldest()) {
            return;
        }
        attempted.merge(id, new Attempted(kind, lease, now, now, 1, 0), (known, one) -> known.again(now));
        if (planned.compareAndSet(false, true)) {
            background.after(SOON, this::write);
        }
    }

    /** Drops the oldest written report, which the server keeps. */
    private boolean forgetOldest() {
        long now = ticker.getAsLong();
        return attempted.entrySet().stream()
                .filter(each -> each.getValue().isWritten())
                .min(Comparator.comparingLong(each -> each.getValue().last - now))
                .filter(oldest -> attempted.remove(oldest.getKey(), oldest.getValue()))
                .isPresent();
    }

    /** Writes what is not written yet. A closing agent calls it when its timer has ended. */
    public void write() {
        planned.set(false);
        try {
            attempted.forEach(this::write);
            failing = false;
        } catch (MongoException | IllegalStateException e) { // the latter where the client was closed first
            tellOnce(e);
        }
    }

    private void tellOnce(RuntimeException e) {
        if (!failing) {
            log.warn(
                    "What a holder attempted with a lost lease could not be reported to {}; locks are not concerned:"
                            + " {}",
                    agents.name(),
                    e.getMessage());
        }
        failing = true;
    }

    private void write(String id, Attempted it) {
        if (!it.isWritten()) {
            List<BsonDocument> report = LateAttempt.report(it.kind, it.lease, ago(it.first), ago(it.last), it.times);
            agents.prepared().updateOne(Filters.eq("_id", id), report, new UpdateOptions().upsert(true));
            attempted.computeIfPresent(id, (same, now) -> now.written(it.times));
        }
    }

    private Duration ago(long then) {
        return Duration.ofNanos(ticker.getAsLong() - then);
    }
}
