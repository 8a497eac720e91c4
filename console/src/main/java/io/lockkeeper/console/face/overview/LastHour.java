package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.users.UserScopes;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
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
class LastHour implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(LastHour.class);
    private static final long PERIOD_MILLIS = 5_000;
    private static final int REMEMBERED = 20_000;
    /** Each sample visits all live locks once per scope. */
    private static final int SCOPES = 50;

    private static final int OF_USERS = 40;
    private static final LockScope ALL = keyOf(LockScope.EVERYTHING);

    private final Worker worker = new Worker("last-hour", this::sample, PERIOD_MILLIS);
    private final Map<LockScope, HourCount> counts = recent(SCOPES);
    /** The scopes of which the minutes before this console's are still to be read. */
    private final Set<LockScope> unread = new HashSet<>();

    private final Map<String, Long> lastTokens = recent(REMEMBERED);
    private final Map<String, Long> evicted = recent(REMEMBERED);
    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;
    private final UserScopes users;
    private final KeptMinutes kept;
    private final RecentOutages outages;
    private long minute = -1;
    private long usersRead = -1;

    LastHour(Board board, Pulse pulse, ServerClock clock, UserScopes users, KeptMinutes kept, RecentOutages outages) {
        this.board = board;
        this.pulse = pulse;
        this.clock = clock;
        this.users = users;
        this.kept = kept;
        this.outages = outages;
        HourCount unused = of(ALL);
        board.onChange(this::changed);
    }

    /** The minutes of the last hour of the locks within the scope, the newest last; fewer if they are counted only since. */
    synchronized List<Minute> minutes(LockScope scope) {
        return outages.mark(of(scope).until(minute), minute);
    }

    private HourCount of(LockScope scope) {
        return counts.computeIfAbsent(keyOf(scope), key -> {
            unread.add(key);
            return new HourCount();
        });
    }

    /** Of Lockkeeper's own locks alone. */
    private static LockScope keyOf(LockScope scope) {
        return scope.seesEveryLock()
                ? new LockScope(List.of(""), List.of())
                : new LockScope(scope.prefixes(), List.of());
    }

    @Override
    public void start() {
        worker.start();
    }

    @Override
    public void stop() {
        worker.stop();
        if (pulse.freshness().isLive()) {
            ask(() -> keep(minute));
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
        List<LockView> locks = board.live();
        known().forEach(scope -> {
            int held = 0;
            int waiting = 0;
            for (LockView lock : locks) {
                if (scope.sees(lock.name())) {
                    held += lock.isHeld(now) ? 1 : 0;
                    waiting += lock.waiters();
                }
            }
            sampled(scope, held, waiting);
        });
    }

    /** Counts for every limited user, so that a page shows an hour counted before it was opened. */
    private void readUsers(Instant now) {
        try {
            Set<LockScope> limited = users.limited();
            synchronized (this) {
                limited.stream().limit(OF_USERS).forEach(this::of);
            }
            usersRead = now.getEpochSecond() / 60;
        } catch (DataAccessException e) {
            // tried again with the next sample
        }
    }

    /** The one for all locks comes last, so it is forgotten last. */
    private synchronized List<LockScope> known() {
        HourCount unused = of(ALL);
        return List.copyOf(counts.keySet());
    }

    private synchronized void sampled(LockScope scope, int held, int waiting) {
        of(scope).count(minute, it -> it.sampled(held, waiting));
    }

    private synchronized void changed(LockView lock) {
        lock.holder().ifPresent(first -> granted(lock, first));
        lock.holders().forEach(holder -> evicted(lock.name(), holder));
    }

    /** A grant from long before this console first read the lock does not belong to the present minute. */
    private void granted(LockView lock, Holder first) {
        long token = lock.lock() == null ? first.token() : lock.lock().token();
        Long known = lastTokens.put(lock.name(), token);
        boolean untouched = first.updatedAt().equals(first.acquiredAt());
        if (known == null ? untouched && isRecent(first.acquiredAt()) : known != token) {
            count(lock.name(), Minute::granted);
        }
    }

    private void evicted(String lock, Holder holder) {
        Eviction eviction = holder.evicted();
        if (eviction != null && isRecent(eviction.at()) && evicted.put(holder.acquirer(), holder.token()) == null) {
            count(lock, Minute::evicted);
        }
    }

    private void count(String lock, UnaryOperator<Minute> change) {
        counts.forEach((scope, count) -> {
            if (minute >= 0 && scope.sees(lock)) {
                count.count(minute, change);
            }
        });
    }

    private boolean isRecent(Instant at) {
        return minute >= 0 && at.getEpochSecond() / 60 >= minute - 1;
    }

    /** Begins a new minute if one has passed, and keeps the one before. */
    private void turn(Instant now) {
        long before = begin(now.getEpochSecond() / 60);
        ask(() -> {
            if (before != minute) {
                keep(before);
                outages.read(now);
            }
            for (LockScope scope : toRead()) {
                add(scope, kept.since(minute - HourCount.MINUTES + 1, scope));
            }
        });
    }

    /** What was not kept is known by this console alone; what was not read is tried again with the next sample. */
    private static void ask(Runnable questions) {
        try {
            questions.run();
        } catch (DataAccessException e) {
            LOG.debug("The last hour is not kept for now", e);
        }
    }

    private synchronized long begin(long present) {
        long before = minute;
        minute = present;
        return before;
    }

    private void keep(long number) {
        Map<LockScope, Minute> counted = counted(number);
        if (!counted.isEmpty()) {
            kept.keep(number, counted);
        }
    }

    private synchronized Map<LockScope, Minute> counted(long number) {
        Map<LockScope, Minute> counted = new HashMap<>();
        counts.forEach((scope, count) -> count.of(number).ifPresent(it -> counted.put(scope, it)));
        return counted;
    }

    private synchronized List<LockScope> toRead() {
        return List.copyOf(unread);
    }

    private synchronized void add(LockScope scope, List<MinuteRecord> before) {
        HourCount count = counts.get(scope);
        if (count != null) {
            before.forEach(each -> count.add(each.number(), each.minute()));
        }
        unread.remove(scope);
    }

    /** Forgets the least recently used scope first. */
    private static <K, V> Map<K, V> recent(int most) {
        return new LinkedHashMap<>(16, .75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }
}
