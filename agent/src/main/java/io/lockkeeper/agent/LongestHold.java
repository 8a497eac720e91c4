package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The limit of how long one lease is held, which may be moved. The alarm of an earlier limit does nothing. */
final class LongestHold {

    private final Timer alarms;
    private final Consumer<Duration> whenNear;
    private final Consumer<Duration> whenOver;
    private final ReentrantLock guard = new ReentrantLock();
    private @Nullable Alarm pending;
    private int moves;

    /** Where {@code whenNear} learns how much time is left when that is a tenth, and {@code whenOver} how long the lease was held too long. */
    LongestHold(Timer alarms, Consumer<Duration> whenNear, Consumer<Duration> whenOver) {
        this.alarms = alarms;
        this.whenNear = whenNear;
        this.whenOver = whenOver;
    }

    /** The lease is lost after so long from now, whatever was said before. */
    void set(Duration longest) {
        guard.lock();
        try {
            cancel();
            int move = moves;
            Duration notice = longest.dividedBy(10);
            pending = alarms.after(longest.minus(notice), () -> near(move, longest, notice));
        } finally {
            guard.unlock();
        }
    }

    void cancel() {
        guard.lock();
        try {
            moves++;
            if (pending != null) {
                pending.cancel();
            }
        } finally {
            guard.unlock();
        }
    }

    private void near(int move, Duration longest, Duration notice) {
        guard.lock();
        try {
            if (move == moves) {
                whenNear.accept(notice);
                pending = alarms.after(notice, () -> over(move, longest));
            }
        } finally {
            guard.unlock();
        }
    }

    private void over(int move, Duration longest) {
        guard.lock();
        try {
            if (move == moves) {
                whenOver.accept(longest);
            }
        } finally {
            guard.unlock();
        }
    }
}
