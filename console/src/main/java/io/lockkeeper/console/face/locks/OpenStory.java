package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Digest;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.watch.agents.LateFeed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Scope;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * What is recorded of the one lock that a page shows, read again every few seconds while somebody looks; of one outside the
 * scope of whoever the page is built for, nothing. Thread-safe.
 */
@Component
@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
class OpenStory {

    static final int LEASES = 200;
    private static final int WAITS = 200;
    private static final int EVICTIONS = 20;
    private static final Duration EVERY = Duration.ofSeconds(3);

    private final History history;
    private final AuditLog audit;
    private final Recorder recorder;
    private final LateFeed late;
    private final LockScope scope = LockScope.present();
    private final AtomicReference<LockStory> read = new AtomicReference<>(LockStory.unread(""));
    private final AtomicBoolean reading = new AtomicBoolean();

    OpenStory(History history, AuditLog audit, Recorder recorder, LateFeed late) {
        this.history = history;
        this.audit = audit;
        this.recorder = recorder;
        this.late = late;
    }

    /** What is known without querying MongoDB. */
    LockStory known(String name) {
        LockStory known = read.get();
        return known.name().equals(name) ? known : LockStory.unread(name);
    }

    /**
     * Waits for MongoDB the first time, so never to be called with a page's lock held. Later it answers what is known, and
     * reads anew meanwhile if it is time to: what happens to the lock now does not wait for what happened to it before.
     */
    LockStory read(String name, Instant now) {
        LockStory known = known(name);
        if (!scope.sees(name) || !known.readAt().plus(EVERY).isBefore(now)) {
            return known;
        }
        if (!known.isRead()) {
            LockStory first = ask(name, now);
            read.set(first);
            return first;
        }
        if (reading.compareAndSet(false, true)) {
            Thread.startVirtualThread(
                    () -> Resilient.run("history of an open lock", () -> readAgain(known, now), cause -> {}));
        }
        return known;
    }

    /** Ignored if another lock was opened meanwhile. */
    private void readAgain(LockStory known, Instant now) {
        try {
            read.compareAndSet(known, ask(known.name(), now));
        } finally {
            reading.set(false);
        }
    }

    private LockStory ask(String name, Instant now) {
        try {
            List<LeaseRecord> leases = history.newestOf(name, LEASES);
            List<Digest> counted = history.countedBeside(name, leases, LEASES);
            Instant since = leases.isEmpty() ? now : leases.getLast().grantedAt();
            return new LockStory(
                    name,
                    leases,
                    counted,
                    history.waitsOf(name, since, WAITS),
                    audit.of(LockId.first(name), EVICTIONS),
                    late.of(name),
                    history.gapsSince(since),
                    History.usualBy(leases, counted),
                    problem(recorder.status()),
                    now);
        } catch (DataAccessException e) {
            LockStory known = known(name);
            return new LockStory(
                    name,
                    known.leases(),
                    known.counted(),
                    known.waits(),
                    known.evictions(),
                    late.of(name),
                    known.gaps(),
                    known.usual(),
                    "The history could not be read: MongoDB did not answer, or denies it.",
                    now);
        }
    }

    /** Why nothing can be said of what was recorded; empty for nothing. */
    static String problem(RecorderStatus status) {
        return switch (status) {
            case RecorderStatus.Off off -> "This console records no history: it was switched off.";
            case RecorderStatus.Failing failing -> "The history is not recorded for now. " + failing.why();
            case RecorderStatus.ReadingPast reading -> "";
            case RecorderStatus.Recording recording -> "";
            case RecorderStatus.StandingBy standing -> "";
        };
    }
}
