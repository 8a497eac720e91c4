package io.lockkeeper.agent.time;

import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The longest hold of one lease. It can be replaced; alarms of the replaced one do nothing. It takes no lock: callers replace it, and the
 * thread of the alarms, which serves all leases, must wait for none of them.
 */
public final class LongestHold {

    private final Timer alarms;
    private final Consumer<Duration> whenNear;
    private final Consumer<Duration> whenOver;
    private final AtomicReference<@Nullable Setting> current = new AtomicReference<>();
    private volatile boolean ended;

    /**
     * @param whenNear called with the time left when a tenth is left
     * @param whenOver called with the longest hold at its end; more than once where a caller replaces the hold at that moment
     */
    public LongestHold(Timer alarms, Consumer<Duration> whenNear, Consumer<Duration> whenOver) {
        this.alarms = alarms;
        this.whenNear = whenNear;
        this.whenOver = whenOver;
    }

    /** Replaces the longest hold by this time from now. */
    public void set(Duration longest) {
        Setting next = new Setting(longest);
        replaceBy(next);
        next.begin();
        if (ended) {
            replaceBy(null);
        }
    }

    /** The lease has ended. */
    public void cancel() {
        ended = true;
        replaceBy(null);
    }

    private void replaceBy(@Nullable Setting next) {
        Setting before = current.getAndSet(next);
        if (before != null && !before.withdraw()) {
            whenOver.accept(before.longest); // it was over first, and the thread that found that may stand still
        }
    }

    /** One longest hold, until it is over or withdrawn, whichever comes first. */
    private final class Setting {

        private final Duration longest;
        private final Duration notice;
        private final AtomicBoolean decided = new AtomicBoolean();
        private volatile @Nullable Alarm pending;

        Setting(Duration longest) {
            this.longest = longest;
            this.notice = longest.dividedBy(10);
        }

        void begin() {
            await(longest.minus(notice), this::near);
        }

        private void near() {
            if (!decided.get()) {
                whenNear.accept(notice);
                await(notice, this::over);
            }
        }

        private void over() {
            if (decided.compareAndSet(false, true)) {
                whenOver.accept(longest);
            }
        }

        private void await(Duration delay, Runnable action) {
            pending = alarms.after(delay, action);
            if (decided.get()) {
                cancelAlarm();
            }
        }

        /** Whether it was not over before. */
        boolean withdraw() {
            boolean withdrawn = decided.compareAndSet(false, true);
            cancelAlarm();
            return withdrawn;
        }

        private void cancelAlarm() {
            Alarm alarm = pending;
            if (alarm != null) {
                alarm.cancel();
            }
        }
    }
}
