package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.PoisonedWrite;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.console.watch.source.Missed;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.StreamMark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Records each hold of a source's lock that this console saw end, and how far that is complete. A lock that is taken many times a
 * second is recorded a few times a second, and the rest is counted. What MongoDB does not accept is kept and retried, up to a
 * bound.
 */
@Component
class HoldRecorder implements LockWrite.Listener, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(HoldRecorder.class);
    private static final int MOST_WAITING = 20_000;
    private static final int MOST_AT_ONCE = 2_000;
    private static final int MOST_OF_A_LOCK = 5;
    private static final long PAUSE_MILLIS = 1_000;
    private static final Duration MARK_EVERY = Duration.ofSeconds(2);

    private final Worker writing = new Worker("foreign-holds", this::write, PAUSE_MILLIS);
    private final BlockingQueue<Noted> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Map<Place, Instant> marked = new ConcurrentHashMap<>();
    private final List<Noted> batch = new ArrayList<>();
    private final HoldRates rates = new HoldRates(MOST_OF_A_LOCK);
    private final HoldWriter writer;
    private final LeftOutHolds leftOut;
    private final ServerClock clock;
    private final boolean enabled;

    HoldRecorder(
            HoldWriter writer,
            LeftOutHolds leftOut,
            ServerClock clock,
            @Value("${lockkeeper.history.enabled:true}") boolean enabled) {
        this.writer = writer;
        this.leftOut = leftOut;
        this.clock = clock;
        this.enabled = enabled;
    }

    @Override
    public void changed(LockSource source, Board board, LockWrite change) {
        if (enabled) {
            EndedHold.of(change).forEach(hold -> {
                String id = id(source, board.dialect(), hold.acquisition(), hold.end());
                if (!waiting.offer(new Noted.Ended(id, source.id(), hold, clock.now()))) {
                    leftOut.count(source.id());
                }
            });
        }
    }

    @Override
    public void past(LockSource source, Board board, LockWrite change) {
        changed(source, board, change);
    }

    @Override
    public boolean isFull() {
        return waiting.size() > MOST_WAITING / 2;
    }

    /** If the same holder's next acquisition looks like its last one, the end distinguishes them. */
    private static String id(LockSource source, Dialect dialect, Acquisition acquisition, HoldEnd end) {
        String id = source.id() + "/" + acquisition.tag();
        return dialect.tellsAcquisitions() ? id : id + "/" + end.until().toEpochMilli();
    }

    @Override
    public void reached(Place collection, StreamMark mark) {
        Instant now = clock.now();
        boolean due = marked.getOrDefault(collection, Instant.MIN).isBefore(now.minus(MARK_EVERY));
        if (enabled && due && mark.token() != null && waiting.offer(new Noted.Reached(collection, mark, now))) {
            marked.put(collection, now);
        }
    }

    @Override
    public void missed(Place collection, Missed gap) {
        if (enabled) {
            waiting.offer(new Noted.Gap(collection, gap, clock.now()));
        }
    }

    private void write() {
        if (batch.isEmpty()) {
            take(clock.now());
        }
        keep();
    }

    private void take(Instant now) {
        while (batch.size() < MOST_AT_ONCE && isDue(now)) {
            Noted next = waiting.remove();
            if (next instanceof Noted.Ended ended && isTooMany(ended)) {
                leftOut.count(ended.source());
            } else {
                batch.add(next);
            }
        }
    }

    private boolean isDue(Instant now) {
        Noted next = waiting.peek();
        return next != null && !next.due().isAfter(now);
    }

    private boolean isTooMany(Noted.Ended ended) {
        EndedHold hold = ended.hold();
        return rates.isTooMany(
                ended.source() + "\u001f" + hold.lock(), hold.end().until());
    }

    private void keep() {
        try {
            writer.write(batch);
            batch.clear();
        } catch (RuntimeException e) {
            if (PoisonedWrite.is(e)) {
                keepOneByOne();
            } else {
                LOG.debug("The history of the sources cannot be written for now", e);
            }
        }
    }

    /** Leaves out what cannot be written. What could be is written once more, which changes nothing. */
    private void keepOneByOne() {
        batch.removeIf(each -> {
            try {
                writer.write(List.of(each));
                return true;
            } catch (RuntimeException e) {
                LOG.debug("Part of a source's history is left out, or waits: {}", each, e);
                return PoisonedWrite.is(e) && leaveOut(each);
            }
        });
    }

    private boolean leaveOut(Noted poisoned) {
        if (poisoned instanceof Noted.Ended ended) {
            leftOut.count(ended.source());
        }
        return true;
    }

    @Override
    public void start() {
        writing.start();
    }

    @Override
    public void stop() {
        writing.stop();
        waiting.drainTo(batch);
        keep();
    }

    @Override
    public boolean isRunning() {
        return writing.isRunning();
    }
}
