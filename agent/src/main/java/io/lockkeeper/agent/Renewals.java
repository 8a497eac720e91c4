package io.lockkeeper.agent;

import io.lockkeeper.agent.Calls.CallOfMany;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps the agent's leases and waiters alive, in a lane of its own: whatever is due is touched together, by one update and
 * one read. A touch that fails is tried again until the entry is forgotten; nothing that goes wrong ends the lane.
 */
final class Renewals {

    /** How many entries one update touches. */
    static final int BATCH = 1000;

    private static final Logger log = LoggerFactory.getLogger(Renewals.class);
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final long EVER = Duration.ofDays(1000).toNanos();

    private final Calls calls;
    private final Observing observing;
    private final Map<String, Beat> beats = new ConcurrentHashMap<>();
    private final Thread lane;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile long nextLook;
    private volatile boolean closed;
    private boolean failing;

    Renewals(Calls calls, Observing observing) {
        this.calls = calls;
        this.observing = observing;
        this.lane = calls.machine().daemon("lockkeeper-renewals", this::run);
    }

    /** Touches the entry from now on, first a beat after its last touch; in place of another one of the same acquirer. */
    void keep(LiveEntry entry, long touchedAt) {
        Beat beat = new Beat(entry, touchedAt + entry.beat().toNanos());
        beats.put(entry.bid().acquirer(), beat);
        if (!closed && started.compareAndSet(false, true)) {
            nextLook = beat.due;
            lane.start();
        } else if (beat.due - nextLook < 0) {
            LockSupport.unpark(lane);
        }
    }

    /** The entry is touched no more; a touch under way may still reach it. */
    void forget(LiveEntry entry) {
        beats.computeIfPresent(entry.bid().acquirer(), (acquirer, beat) -> beat.entry.equals(entry) ? null : beat);
    }

    /** The clock was moved: what is due by now is touched when this returns. */
    void clockMoved() {
        long now = calls.now();
        if (beats.values().stream().anyMatch(beat -> beat.due - now <= 0)) {
            touchDue();
        }
        LockSupport.unpark(lane);
    }

    /** For how long the most overdue entry has been due; zero where none is. */
    Duration lag() {
        return Duration.ofNanos(lag(beats.values()));
    }

    private long lag(Collection<Beat> beats) {
        long now = calls.now();
        return beats.stream()
                .mapToLong(beat -> now - beat.promised)
                .filter(late -> late > 0)
                .max()
                .orElse(0);
    }

    void close() {
        closed = true;
        LockSupport.unpark(lane);
    }

    private void run() {
        while (awaitDue()) {
            touchDue();
        }
    }

    private void touchDue() {
        List<Beat> due = due();
        for (int from = 0; from < due.size(); from += BATCH) {
            touch(due.subList(from, Math.min(due.size(), from + BATCH)));
        }
    }

    /** Callers add entries without a lock, so that this lane needs none of their threads: while it looks, each of them wakes it. */
    private boolean awaitDue() {
        while (!closed) {
            long now = calls.now();
            nextLook = now + EVER;
            long soonest = beats.values().stream()
                    .mapToLong(beat -> beat.due - now)
                    .min()
                    .orElse(HOUR);
            nextLook = now + soonest;
            if (soonest <= 0) {
                return true;
            }
            calls.machine().park(this, soonest);
            var unused = Thread.interrupted(); // would keep it from waiting
        }
        return false;
    }

    /** What is due, and what would soon be, so that entries come to beat together. */
    private List<Beat> due() {
        long now = calls.now();
        return beats.values().stream()
                .filter(beat -> beat.due - now <= beat.entry.beat().toNanos() / 2)
                .sorted(Comparator.comparingLong(beat -> beat.due - now))
                .toList();
    }

    private void touch(List<Beat> beats) {
        try {
            touchTogether(beats);
        } catch (RuntimeException e) {
            calls.answers().unknown(e);
            warnOnce("{} renewals were not answered and are tried again until they are: {}", beats.size(), e);
            beats.forEach(beat -> beat.failed(retryAt()));
        }
    }

    private void touchTogether(List<Beat> beats) {
        CallOfMany call = calls.touchAll(beats.stream().map(beat -> beat.entry).toList(), timeout(beats));
        Optional<Reply.Failed> failure = call.touched().failure();
        LiveEntry.Touch touch = new LiveEntry.Touch(call.stamp(), call.sentAt(), failure.isEmpty());
        long lag = lag(beats);
        beats.forEach(beat -> beat.answered(touch, call.touched().locks(), retryAt()));
        failure.ifPresentOrElse(failed -> recover(failed, beats), () -> succeeded(beats.size(), lag));
    }

    private void succeeded(int entries, long lag) {
        failing = false;
        calls.answers().answered();
        observing.renewed(entries, lag);
    }

    /** One document that cannot be changed (damaged, say) stops an update of many: the others are then touched one by one. */
    private void recover(Reply.Failed failure, Collection<Beat> beats) {
        warnOnce("A renewal of {} entries failed and is tried again: {}", beats.size(), failure.cause());
        calls.answers().heard(failure);
        if (failure instanceof Reply.Refused) {
            new ArrayList<>(beats).forEach(this::touchAlone);
        }
    }

    private void touchAlone(Beat beat) {
        Call call = calls.touch(beat.entry.bid(), timeout(List.of(beat)));
        if (call.reply() instanceof Reply.Answered answered) {
            beat.entry.touched(new LiveEntry.Touch(call.stamp(), call.sentAt(), true), answered.snapshot());
            beat.touchedAt(call.sentAt());
        }
    }

    private void warnOnce(String message, int entries, RuntimeException e) {
        log.atLevel(failing ? Level.DEBUG : Level.WARN).log(message, entries, e.getMessage());
        failing = true;
    }

    private long retryAt() {
        return calls.now() + calls.pause().afterFailure().toNanos();
    }

    /** A beat at most, so that a touch that hangs leaves time for another. */
    private Duration timeout(Collection<Beat> beats) {
        return beats.stream()
                .map(beat -> beat.entry.beat())
                .min(Comparator.naturalOrder())
                .filter(beat -> beat.compareTo(calls.options().commandTimeout()) < 0)
                .orElse(calls.options().commandTimeout());
    }

    /** When an entry is touched next. */
    private static final class Beat {
        private final LiveEntry entry;
        private volatile long due;
        /** When it was due first, however often it was tried in vain since. */
        private volatile long promised;

        Beat(LiveEntry entry, long due) {
            this.entry = entry;
            this.due = due;
            this.promised = due;
        }

        void answered(LiveEntry.Touch touch, Map<String, Snapshot> locks, long retryAt) {
            entry.touched(
                    touch, Optional.ofNullable(locks.get(entry.bid().lock().value())));
            if (touch.acknowledged()) {
                touchedAt(touch.sentAt());
            } else {
                failed(retryAt);
            }
        }

        void touchedAt(long sentAt) {
            due = sentAt + entry.beat().toNanos();
            promised = due;
        }

        void failed(long retryAt) {
            due = retryAt;
            entry.unanswered();
        }
    }
}
