package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.users.UserScopes;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardCounts;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * The last hour, minute by minute, as this console and those before and beside it have seen it: for all locks, and for each scope that
 * a user is limited to. A new scope is counted from when it is first seen. Thread-safe.
 */
@Component
public class LastHour implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(LastHour.class);
    private static final long PERIOD_MILLIS = 5_000;
    private static final int REMEMBERED = 20_000;
    private static final int OF_USERS = 40;
    /** Whole quarters of an hour that the last hour has, at any minute of it. */
    private static final int QUARTERS = 3;

    private final Worker worker = new Worker("last-hour", this::sample, PERIOD_MILLIS);
    private final Map<String, Long> lastTokens = ScopedHours.recent(REMEMBERED);
    private final Map<String, Long> evicted = ScopedHours.recent(REMEMBERED);
    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;
    private final UserScopes users;
    private final KeptSlices kept;
    private final RecentOutages outages;
    private final ScopedHours hours;
    private long usersRead = -1;

    LastHour(Board board, Pulse pulse, ServerClock clock, UserScopes users, KeptSlices kept, RecentOutages outages) {
        this.board = board;
        this.pulse = pulse;
        this.clock = clock;
        this.users = users;
        this.kept = kept;
        this.outages = outages;
        this.hours = new ScopedHours(outages);
        board.onChange(this::changed);
    }

    /** The minutes of the last hour of the locks within the scope, the newest last; fewer if they are counted only since. */
    public Slices minutes(LockScope scope) {
        return hours.minutes(scope);
    }

    @Override
    public void start() {
        worker.start();
    }

    @Override
    public void stop() {
        worker.stop();
        if (pulse.isReachable()) {
            ask(() -> {
                keep(hours.minute());
                keepQuarters();
            });
        }
    }

    @Override
    public boolean isRunning() {
        return worker.isRunning();
    }

    private void sample() {
        Instant now = clock.now();
        if (now.getEpochSecond() / 60 != usersRead) {
            readUsers(now);
        }
        turn(now);
        if (!pulse.freshness().isLive()) {
            return;
        }
        BoardCounts all = board.counts(now);
        List<LockScope> scopes = hours.known();
        List<Lock> live = scopes.stream().allMatch(LockScope::seesEveryLock) ? List.of() : board.live();
        for (LockScope scope : scopes) {
            if (scope.seesEveryLock()) {
                hours.sampled(scope, all.held(), all.waiting());
            } else {
                List<Lock> seen =
                        live.stream().filter(lock -> scope.sees(lock.name())).toList();
                int held = (int) seen.stream().filter(lock -> lock.isHeld(now)).count();
                hours.sampled(scope, held, seen.stream().mapToInt(Lock::waiters).sum());
            }
        }
    }

    /** Counts for every limited user, so that a page shows an hour counted before it was opened. */
    private void readUsers(Instant now) {
        try {
            hours.add(users.limited().stream().limit(OF_USERS).toList());
            usersRead = now.getEpochSecond() / 60;
        } catch (DataAccessException e) {
            // tried again with the next sample
        }
    }

    private synchronized void changed(Lock lock) {
        lock.holder().ifPresent(first -> granted(lock, first));
        lock.holders().forEach(holder -> evicted(lock.name(), holder));
    }

    /** A grant from long before this console first read the lock does not belong to the present minute. */
    private void granted(Lock lock, Holder first) {
        long token = lock.own().map(LockDocument::token).orElseGet(first::token);
        Long known = lastTokens.put(lock.name(), token);
        boolean untouched = first.updatedAt().equals(first.acquiredAt());
        if (known == null ? untouched && isRecent(first.acquiredAt()) : known != token) {
            hours.count(lock.name(), Slice::granted);
        }
    }

    private void evicted(String lock, Holder holder) {
        Eviction eviction = holder.evicted();
        if (eviction != null && isRecent(eviction.at()) && evicted.put(holder.acquirer(), holder.token()) == null) {
            hours.count(lock, Slice::evicted);
        }
    }

    private boolean isRecent(Instant at) {
        long minute = hours.minute();
        return minute >= 0 && at.getEpochSecond() / 60 >= minute - 1;
    }

    /** Begins a new minute if one has passed, and keeps the one before, and with it a quarter of an hour. */
    private void turn(Instant now) {
        long minute = now.getEpochSecond() / 60;
        long before = hours.begin(minute);
        ask(() -> {
            if (before != minute) {
                keep(before);
                outages.read(now);
            }
            for (LockScope scope : hours.unread()) {
                hours.add(scope, kept.minutesSince(minute - HourCount.MINUTES + 1, scope));
            }
            if (before / HourCount.QUARTER != minute / HourCount.QUARTER) {
                keepQuarters();
            }
        });
    }

    /** Values that were not stored are known only by this console; those that were not read are tried again with the next sample. */
    private static void ask(Runnable questions) {
        try {
            questions.run();
        } catch (DataAccessException e) {
            LOG.debug("The last hour is not kept for now", e);
        }
    }

    private void keep(long minute) {
        Map<LockScope, Slice> counted = hours.counted(minute);
        if (!counted.isEmpty()) {
            kept.keepMinute(minute, counted);
        }
    }

    /** Stores the last quarters, not only the latest: MongoDB may have failed to answer then. */
    private void keepQuarters() {
        long present = hours.minute() / HourCount.QUARTER;
        for (long quarter = present - QUARTERS; quarter <= present; quarter++) {
            Map<LockScope, Slice> counted = hours.quarter(quarter);
            if (!counted.isEmpty()) {
                kept.keepQuarter(quarter, counted);
            }
        }
    }
}
