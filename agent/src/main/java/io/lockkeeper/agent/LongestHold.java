package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The longest hold of one lease. It can be replaced; alarms of the replaced one do nothing. */
final class LongestHold {

    private final Timer alarms;
    private final Consumer<Duration> whenNear;
    private final Consumer<Duration> whenOver;
    private final ReentrantLock guard = new ReentrantLock();
    private @Nullable Alarm pending;
    private int moves;

    /** Calls {@code whenNear} with the time left when a tenth is left, and {@code whenOver} with the longest hold at its end. */
    LongestHold(Timer alarms, Consumer<Duration> whenNear, Consumer<Duration> whenOver) {
        this.alarms = alarms;
        this.whenNear = whenNear;
        this.whenOver = whenOver;
    }

    /** Replaces the longest hold by this time from now. */
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
