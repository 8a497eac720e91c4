package io.lockkeeper.agent.upkeep;

import io.lockkeeper.agent.calls.CallObserver;
import io.lockkeeper.agent.calls.LiveEntry;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.Server.CallOfMany;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.OwnThread;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Renews the agent's leases and keeps its waiters alive, on a thread of its own: one update and one read touch all entries that are due. It
 * repeats a touch that fails until the entry is forgotten. No failure ends the thread.
 */
public final class Renewals {

    /** How many entries one update touches. */
    static final int BATCH = 1000;

    private static final Logger log = LoggerFactory.getLogger(Renewals.class);
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final long EVER = Duration.ofDays(1000).toNanos();

    private final Server server;
    private final CallObserver observing;
    private final Map<String, Schedule> schedules = new ConcurrentHashMap<>();
    private final OwnThread lane;
    private volatile long nextLook;
    private volatile boolean closed;
    private boolean failing;

    public Renewals(Server server, CallObserver observing) {
        this.server = server;
        this.observing = observing;
        this.lane = new OwnThread(server.machine().daemon("lockkeeper-renewals", this::run));
        this.nextLook = server.now() + EVER;
    }

    /** Touches the entry from now on, first one beat after {@code touchedAt}. Replaces an entry of the same acquirer. */
    public void keep(LiveEntry entry, long touchedAt) {
        Schedule schedule = new Schedule(entry, touchedAt + entry.beat().toNanos());
        schedules.put(entry.bid().acquirer(), schedule);
        if (!closed && schedule.due - nextLook < 0) {
            lane.startOrWake();
        }
    }

    /** Stops touching the entry. A touch under way may still reach it. */
    public void forget(LiveEntry entry) {
        schedules.computeIfPresent(
                entry.bid().acquirer(), (acquirer, schedule) -> schedule.entry.equals(entry) ? null : schedule);
    }

    /** Called when the clock was moved: touches what is due before it returns. */
    public void clockMoved() {
        long now = server.now();
        if (schedules.values().stream().anyMatch(schedule -> schedule.due - now <= 0)) {
            touchDue();
        }
        lane.wake();
    }

    /** For how long the most overdue entry has been due; zero where none is. */
    public Duration lag() {
        return Duration.ofNanos(lag(schedules.values()));
    }

    private long lag(Collection<Schedule> schedules) {
        long now = server.now();
        return schedules.stream()
                .mapToLong(schedule -> now - schedule.promised)
                .filter(late -> late > 0)
                .max()
                .orElse(0);
    }

    public void close() {
        closed = true;
        lane.wake();
    }

    private void run() {
        while (awaitDue()) {
            touchDue();
        }
    }

    private void touchDue() {
        List<Schedule> due = due();
        for (int from = 0; from < due.size(); from += BATCH) {
            touch(due.subList(from, Math.min(due.size(), from + BATCH)));
        }
    }

    /** Callers add entries without a lock, so this thread depends on none of theirs. While it looks, each of them wakes it. */
    private boolean awaitDue() {
        while (!closed) {
            long now = server.now();
            nextLook = now + EVER;
            long soonest = schedules.values().stream()
                    .mapToLong(schedule -> schedule.due - now)
                    .min()
                    .orElse(HOUR);
            long next = now + soonest;
            nextLook = next;
            long left = next - server.now(); // last: if the thread stood still before this, it sleeps no longer for it
            if (left <= 0) {
                return true;
            }
            server.machine().park(this, left);
            var unused = Thread.interrupted(); // would keep it from waiting
        }
        return false;
    }

    /** The entries that are due now or soon, which are touched together from then on. */
    private List<Schedule> due() {
        long now = server.now();
        return schedules.values().stream()
                .filter(schedule -> schedule.due - now <= schedule.entry.beat().toNanos() / 2)
                .sorted(Comparator.comparingLong(schedule -> schedule.due - now))
                .toList();
    }

    private void touch(List<Schedule> schedules) {
        try {
            touchTogether(schedules);
        } catch (RuntimeException e) {
            warnOnce("{} renewals were not answered and are tried again until they are: {}", schedules.size(), e);
            schedules.forEach(schedule -> schedule.failed(retryAt()));
        }
    }

    private void touchTogether(List<Schedule> schedules) {
        CallOfMany call = server.touchAll(
                schedules.stream().map(schedule -> schedule.entry).toList(), timeout(schedules));
        Optional<Reply.Failed> failure = call.touched().failure();
        LiveEntry.SentTouch touch = new LiveEntry.SentTouch(call.stamp(), call.sentAt(), failure.isEmpty());
        long lag = lag(schedules);
        schedules.forEach(schedule -> schedule.answered(touch, call.touched().locks(), retryAt()));
        failure.ifPresentOrElse(failed -> recover(failed, schedules), () -> succeeded(schedules.size(), lag));
    }

    private void succeeded(int entries, long lag) {
        failing = false;
        observing.renewed(entries, lag);
    }

    /** A single damaged document fails an update of many: the entries are then touched one by one. */
    private void recover(Reply.Failed failure, Collection<Schedule> schedules) {
        warnOnce("A renewal of {} entries failed and is tried again: {}", schedules.size(), failure.cause());
        if (failure instanceof Reply.Refused) {
            new ArrayList<>(schedules).forEach(this::touchAlone);
        }
    }

    private void touchAlone(Schedule schedule) {
        ServerCall call = server.send(schedule.entry.bid().touch(), timeout(List.of(schedule)));
        if (call.reply() instanceof Reply.Answered answered) {
            schedule.entry.touched(new LiveEntry.SentTouch(call.stamp(), call.sentAt(), true), answered.snapshot());
            schedule.touchedAt(call.sentAt());
        }
    }

    private void warnOnce(String message, int entries, RuntimeException e) {
        log.atLevel(failing ? Level.DEBUG : Level.WARN).log(message, entries, e.getMessage());
        failing = true;
    }

    private long retryAt() {
        return server.now() + server.pause().afterFailure().toNanos();
    }

    /** The time-out of a touch: at most one beat, so that one that hangs leaves time for another. */
    private Duration timeout(Collection<Schedule> schedules) {
        return schedules.stream()
                .map(schedule -> schedule.entry.beat())
                .min(Comparator.naturalOrder())
                .filter(schedule -> schedule.compareTo(server.timeouts().command()) < 0)
                .orElse(server.timeouts().command());
    }

    /** The time of an entry's next touch. */
    private static final class Schedule {
        private final LiveEntry entry;
        private volatile long due;
        /** When it was first due, regardless of later tries. */
        private volatile long promised;

        Schedule(LiveEntry entry, long due) {
            this.entry = entry;
            this.due = due;
            this.promised = due;
        }

        void answered(LiveEntry.SentTouch touch, Map<String, Snapshot> locks, long retryAt) {
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
