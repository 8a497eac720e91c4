package io.lockkeeper.console.overview;

import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.Pulse;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.board.Worker;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The last hour minute by minute, as this console saw it since it started. Thread-safe. */
@Component
class LastHour implements SmartLifecycle {

    static final int MINUTES = 60;
    private static final long PERIOD_MILLIS = 5_000;
    private static final int REMEMBERED = 20_000;

    private final Worker worker = new Worker("last-hour", this::sample, PERIOD_MILLIS);
    private final List<Minute> minutes = new ArrayList<>(List.of(Minute.NONE));
    private final Map<String, Long> lastTokens = recent();
    private final Map<String, Long> evicted = recent();
    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;
    private long minute = -1;

    LastHour(Board board, Pulse pulse, ServerClock clock) {
        this.board = board;
        this.pulse = pulse;
        this.clock = clock;
        board.onChange(this::changed);
    }

    /** The minutes of the last hour, the newest last; fewer if the console started since. */
    synchronized List<Minute> minutes() {
        return List.copyOf(minutes);
    }

    @Override
    public void start() {
        worker.start();
    }

    @Override
    public void stop() {
        worker.stop();
    }

    @Override
    public boolean isRunning() {
        return worker.isRunning();
    }

    private void sample() {
        Instant now = clock.now();
        if (!pulse.freshness().isLive()) {
            turn(now);
            return;
        }
        int held = 0;
        int waiting = 0;
        for (LockView lock : board.live()) {
            held += lock.isHeld(now) ? 1 : 0;
            waiting += lock.waiters();
        }
        sampled(now, held, waiting);
    }

    private synchronized void sampled(Instant now, int held, int waiting) {
        turn(now);
        minutes.set(minutes.size() - 1, minutes.getLast().sampled(held, waiting));
    }

    private synchronized void changed(LockView lock) {
        lock.holder().ifPresent(first -> granted(lock, first));
        lock.holders().forEach(this::evicted);
    }

    /** What was granted long before this console first read it is no event of the present minute. */
    private void granted(LockView lock, Holder first) {
        long token = lock.lock() == null ? first.token() : lock.lock().token();
        Long known = lastTokens.put(lock.name(), token);
        boolean untouched = first.updatedAt().equals(first.acquiredAt());
        if (known == null ? untouched && isRecent(first.acquiredAt()) : known != token) {
            minutes.set(minutes.size() - 1, minutes.getLast().granted());
        }
    }

    private void evicted(Holder holder) {
        Eviction eviction = holder.evicted();
        if (eviction != null && isRecent(eviction.at()) && evicted.put(holder.acquirer(), holder.token()) == null) {
            minutes.set(minutes.size() - 1, minutes.getLast().evicted());
        }
    }

    private boolean isRecent(Instant at) {
        return minute >= 0 && at.getEpochSecond() / 60 >= minute - 1;
    }

    /** Opens a new minute where one has passed. */
    private synchronized void turn(Instant now) {
        long present = now.getEpochSecond() / 60;
        long passed = minute < 0 ? 0 : Math.clamp(present - minute, 0, MINUTES);
        for (long i = 0; i < passed; i++) {
            minutes.add(Minute.NONE);
        }
        while (minutes.size() > MINUTES) {
            minutes.removeFirst();
        }
        minute = present;
    }

    private static Map<String, Long> recent() {
        return new LinkedHashMap<>(16, .75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
                return size() > REMEMBERED;
            }
        };
    }
}
