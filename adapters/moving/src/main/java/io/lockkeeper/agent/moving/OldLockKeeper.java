package io.lockkeeper.agent.moving;

import com.mongodb.MongoException;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.AgentTime.Alarm;
import io.lockkeeper.agent.time.AgentTime.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the old locks of an agent, and detects lost ones: by the answer to a renewal, which comes each second at least, or by the clock
 * when none was acknowledged in time. The alarm behind the latter waits for no network.
 */
final class OldLockKeeper {

    private static final Logger log = LoggerFactory.getLogger(OldLockKeeper.class);

    private static final Duration LONGEST_BEAT = Duration.ofSeconds(1);
    private static final Duration KNOWN_FOR = Duration.ofMinutes(1);

    private final OldCollection old;
    private final AgentTime time;
    private final Timer timer;
    private final Map<OldLock, Alarms> alarms = new ConcurrentHashMap<>();
    private volatile @Nullable KnownTerms known;
    private volatile boolean closed;

    /** The alarms that are set for a lock. */
    private record Alarms(Alarm renewal, Alarm deadline) {}

    private record KnownTerms(OldTerms terms, long readAt) {}

    OldLockKeeper(OldCollection old, AgentTime time) {
        this.old = old;
        this.time = time;
        this.timer = time.timer("lockkeeper-old-locks");
    }

    /**
     * As {@link OldCollection#terms}, read once a minute; at first, each document has to be of the form's shape.
     *
     * @throws UnknownFormException if a lock could have two holders
     */
    OldTerms terms(OldCollection within) {
        KnownTerms last = known;
        if (last == null) {
            within.requireShape();
        }
        if (last == null || time.nanos() - last.readAt > KNOWN_FOR.toNanos()) {
            last = new KnownTerms(within.terms(), time.nanos());
            known = last;
        }
        return last.terms;
    }

    /** Until when a command that was sent at {@code sentAt} keeps a lock, as far as its holder may assume. */
    long deadline(long sentAt, Optional<Duration> ttl) {
        return ttl.map(each ->
                        sentAt + each.minus(old.options().clockSkewAllowance()).toNanos())
                .orElse(Long.MAX_VALUE);
    }

    void keep(OldLock lock) {
        if (closed || !lock.isKept()) {
            return;
        }
        Alarm renewal = timer.after(beat(lock), () -> renewLater(lock));
        Alarm deadline = timer.after(lock.remaining(), () -> {
            var unused = lock.loss();
        });
        replace(lock, new Alarms(renewal, deadline));
        if (!lock.isKept()) {
            forget(lock); // released in the meantime
        }
    }

    void forget(OldLock lock) {
        Alarms last = alarms.remove(lock);
        if (last != null) {
            last.renewal.cancel();
            last.deadline.cancel();
        }
    }

    private void replace(OldLock lock, Alarms next) {
        Alarms last = alarms.put(lock, next);
        if (last != null) {
            last.renewal.cancel();
            last.deadline.cancel();
        }
    }

    private Duration beat(OldLock lock) {
        Duration third = lock.ttl().map(ttl -> ttl.dividedBy(3)).orElse(LONGEST_BEAT);
        return third.compareTo(LONGEST_BEAT) < 0 ? third : LONGEST_BEAT;
    }

    private void renewLater(OldLock lock) {
        time.machine()
                .virtual("lockkeeper-old-locks", () -> {
                    if (lock.isKept()) {
                        renew(lock);
                    }
                    keep(lock);
                })
                .start();
    }

    private void renew(OldLock lock) {
        long sentAt = time.nanos();
        try {
            if (renewed(lock)) {
                lock.renewed(deadline(sentAt, lock.ttl()));
            } else {
                lock.lose("somebody else took or freed it: %s, \"%s\" in %s"
                        .formatted(old.form().library(), lock.name(), old.namespace()));
            }
        } catch (MongoException | IllegalStateException e) { // the latter if the client is closed
            log.warn(
                    "The renewal of an old lock failed and will be tried again: lock=\"{}\" collection={} left={}",
                    lock.name(),
                    old.namespace(),
                    lock.remaining(),
                    e);
        }
    }

    private boolean renewed(OldLock lock) {
        return old.renew(
                lock.name(), lock.holder(), lock.ttl().orElse(old.options().ttl()));
    }

    /** Keeps a released lock for that long, where its document cannot express it. */
    void keepFor(OldLock lock, Duration longer, Runnable then) {
        forget(lock);
        long until = time.nanos() + longer.toNanos();
        time.machine()
                .virtual("lockkeeper-old-locks", () -> {
                    linger(lock, until);
                    then.run();
                })
                .start();
    }

    private void linger(OldLock lock, long until) {
        long left = until - time.nanos();
        try {
            while (left > 0 && !closed) {
                time.machine().sleep(Duration.ofNanos(Math.min(left, beat(lock).toNanos())));
                var unused = renewed(lock);
                left = until - time.nanos();
            }
        } catch (InterruptedException | MongoException | IllegalStateException e) {
            log.warn("An old lock could not be kept for its shortest hold: lock=\"{}\"", lock.name(), e);
        }
    }

    void close() {
        closed = true;
        timer.stop(Duration.ZERO);
        alarms.clear();
    }
}
