package io.lockkeeper.console.locks;

import io.lockkeeper.console.agents.LateFeed;
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.history.Digest;
import io.lockkeeper.console.history.History;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.console.history.Recorder;
import io.lockkeeper.console.history.RecorderStatus;
import io.lockkeeper.console.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Scope;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * What is recorded of the one lock that a page shows, read again every few seconds while somebody looks; of one outside the scope of
 * whoever the page is built for, nothing. Thread-safe.
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
    private volatile LockStory read = LockStory.unread("");

    OpenStory(History history, AuditLog audit, Recorder recorder, LateFeed late) {
        this.history = history;
        this.audit = audit;
        this.recorder = recorder;
        this.late = late;
    }

    /** What is known without asking MongoDB. */
    LockStory known(String name) {
        LockStory known = read;
        return known.name().equals(name) ? known : LockStory.unread(name);
    }

    /** Asks MongoDB if it is time to; never to be called with a page's lock held. */
    LockStory read(String name, Instant now) {
        LockStory known = known(name);
        if (!scope.sees(name) || !known.readAt().plus(EVERY).isBefore(now)) {
            return known;
        }
        LockStory fresh = ask(name, now);
        read = fresh;
        return fresh;
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
                    audit.of(name, EVICTIONS),
                    late.of(name),
                    history.gapsSince(since),
                    History.usualBy(leases, counted),
                    problem(),
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

    private String problem() {
        return switch (recorder.status()) {
            case RecorderStatus.Off off -> "This console records no history: it was switched off.";
            case RecorderStatus.Failing failing -> "The history is not recorded for now. " + failing.why();
            case RecorderStatus.Recording recording -> "";
            case RecorderStatus.StandingBy standing -> "";
        };
    }
}
