package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.PoisonedWrite;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.HistoryEvent;
import io.lockkeeper.console.remember.history.LeaseWaits;
import io.lockkeeper.console.remember.history.SeenWaits;
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
 * Records each hold of a source's lock, and each wait for one of ours, that this console saw end, and how far that is complete. A lock that
 * is taken many times a second is recorded a few times a second, and the rest is counted. What MongoDB does not accept is kept and
 * retried, up to a bound.
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
    private final HoldRates waitRates = new HoldRates(MOST_OF_A_LOCK);
    private final LastSeen served = new LastSeen();
    private final RanOutHolds ranOut;
    private final SeenWaits seen;
    private final HoldWriter writer;
    private final LeftOutHolds leftOut;
    private final ServerClock clock;
    private final boolean enabled;

    HoldRecorder(
            RanOutHolds ranOut,
            SeenWaits seen,
            HoldWriter writer,
            LeftOutHolds leftOut,
            ServerClock clock,
            @Value("${lockkeeper.history.enabled:true}") boolean enabled) {
        this.ranOut = ranOut;
        this.seen = seen;
        this.writer = writer;
        this.leftOut = leftOut;
        this.clock = clock;
        this.enabled = enabled;
    }

    @Override
    public void changed(LockSource source, Board board, LockWrite change) {
        note(source, board, change, true);
    }

    @Override
    public void past(LockSource source, Board board, LockWrite change) {
        note(source, board, change, false);
    }

    private void note(LockSource source, Board board, LockWrite change, boolean live) {
        if (enabled) {
            OwnChange.events(change, live)
                    .ifPresentOrElse(
                            events -> events.forEach(event -> own(source, board, event)),
                            () -> EndedHold.another(change).ifPresent(hold -> {
                                ranOut.ended(source, change);
                                ended(source, board, hold, new LeaseWaits());
                            }));
        }
    }

    private void own(LockSource source, Board board, HistoryEvent event) {
        switch (event) {
            case HistoryEvent.Granted it -> {
                served.add(new LockId(source.id(), it.lock()), it.holder().acquirer());
                seen.granted(source.id(), it);
            }
            case HistoryEvent.Waited it -> seen.waited(source.id(), it);
            case HistoryEvent.Ended it -> ended(source, board, EndedHold.of(it), seen.ended(source.id(), it));
            case HistoryEvent.Left it -> offer(source.id(), new Noted.Left(source.id(), board, it, clock.now()));
            case HistoryEvent.TokenSeen unasked -> LOG.debug("The changes of a source tell whole locks: {}", unasked);
        }
    }

    private void ended(LockSource source, Board board, EndedHold hold, LeaseWaits waits) {
        String id = id(source, board.dialect(), hold.acquisition(), hold.end());
        offer(source.id(), new Noted.Ended(id, source.id(), hold, waits, clock.now()));
    }

    private void offer(String source, Noted next) {
        if (!waiting.offer(next)) {
            leftOut.count(source);
        }
    }

    @Override
    public boolean isFull() {
        return waiting.size() > MOST_WAITING / 2;
    }

    /** The id; if the same holder's next acquisition looks like its last one, it includes the end. */
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
        if (enabled) {
            ranOut.look((watched, hold) ->
                    watched.board().ifPresent(board -> ended(watched.source(), board, hold, new LeaseWaits())));
        }
        if (batch.isEmpty()) {
            take(clock.now());
        }
        keep();
    }

    private void take(Instant now) {
        while (batch.size() < MOST_AT_ONCE && isDue(now)) {
            Noted next = waiting.remove();
            if (next instanceof Noted.Left left && isMistaken(left)) {
                LOG.debug("A waiter was seen again: {}", left);
            } else if (isTooMany(next)) {
                leftOut(next);
            } else {
                batch.add(next);
            }
        }
    }

    private boolean isDue(Instant now) {
        Noted next = waiting.peek();
        return next != null && !next.due().isAfter(now);
    }

    /** Whether it still waits, or was granted a lease: a change may be reported after a later state of its document. */
    private boolean isMistaken(Noted.Left left) {
        String acquirer = left.left().waiter().acquirer();
        return served.has(left.lock(), acquirer)
                || left.board()
                        .find(left.lock().name())
                        .filter(view -> view.queue().stream()
                                .anyMatch(waiter -> waiter.acquirer().equals(acquirer)))
                        .isPresent();
    }

    private boolean isTooMany(Noted next) {
        return switch (next) {
            case Noted.Ended it -> rates.isTooMany(it.lock(), it.hold().end().until());
            case Noted.Left it -> waitRates.isTooMany(it.lock(), it.left().at());
            case Noted.Reached mark -> false;
            case Noted.Gap gap -> false;
        };
    }

    private void leftOut(Noted next) {
        switch (next) {
            case Noted.Ended it -> leftOut.count(it.source());
            case Noted.Left it -> leftOut.count(it.source());
            case Noted.Reached mark -> LOG.debug("A mark is left out: {}", mark);
            case Noted.Gap gap -> LOG.debug("A gap is left out: {}", gap);
        }
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
                if (!PoisonedWrite.is(e)) {
                    return false;
                }
                leftOut(each);
                return true;
            }
        });
    }

    @Override
    public void start() {
        writing.start();
    }

    @Override
    public void stop() {
        writing.stop();
        waiting.removeIf(each -> each instanceof Noted.Left left && isMistaken(left));
        waiting.drainTo(batch);
        keep();
    }

    @Override
    public boolean isRunning() {
        return writing.isRunning();
    }
}
