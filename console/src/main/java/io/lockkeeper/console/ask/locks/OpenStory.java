package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.deploys.Deploy;
import io.lockkeeper.console.remember.deploys.Deploys;
import io.lockkeeper.console.remember.history.Digest;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.watch.agents.LateFeed;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Scope;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * What is recorded of the one lock that a page shows, read again every few seconds while it is shown; empty for one outside the board's
 * scope. Thread-safe.
 */
@Component
@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
public class OpenStory {

    public static final int LEASES = 200;
    private static final int WAITS = 200;
    private static final int EVICTIONS = 20;
    private static final Duration EVERY = Duration.ofSeconds(3);

    private final History history;
    private final Facets facets;
    private final AuditLog audit;
    private final LateFeed late;
    private final Deploys deploys;
    private final AtomicReference<LockStory> read = new AtomicReference<>(LockStory.unread(LockId.first("")));
    private final AtomicBoolean reading = new AtomicBoolean();

    OpenStory(History history, Facets facets, AuditLog audit, LateFeed late, Deploys deploys) {
        this.history = history;
        this.facets = facets;
        this.audit = audit;
        this.late = late;
        this.deploys = deploys;
    }

    /** The story that is known without querying MongoDB. */
    public LockStory known(LockId lock) {
        LockStory known = read.get();
        return known.id().equals(lock) ? known : LockStory.unread(lock);
    }

    /**
     * Waits for MongoDB the first time, so never to be called with a page's lock held. Later it returns what is known, and meanwhile reads
     * again if that is due: present events of the lock do not wait for past ones.
     */
    public LockStory read(ScopedBoard board, String name, Instant now) {
        LockId lock = board.lock(name);
        LockStory known = known(lock);
        if (!board.scope().sees(lock) || !known.readAt().plus(EVERY).isBefore(now)) {
            return known;
        }
        if (!known.isRead()) {
            LockStory first = ask(board, lock, now);
            read.set(first);
            return first;
        }
        if (reading.compareAndSet(false, true)) {
            Thread.startVirtualThread(
                    () -> Resilient.run("history of an open lock", () -> readAgain(board, known, now), cause -> {}));
        }
        return known;
    }

    /** Ignored if another lock was opened meanwhile. */
    private void readAgain(ScopedBoard board, LockStory known, Instant now) {
        try {
            read.compareAndSet(known, ask(board, known.id(), now));
        } finally {
            reading.set(false);
        }
    }

    private LockStory ask(ScopedBoard board, LockId lock, Instant now) {
        try {
            return told(board, lock, now);
        } catch (DataAccessException e) {
            LockStory known = known(lock);
            return new LockStory(
                    lock,
                    known.recorded(),
                    known.evictions(),
                    known.late(),
                    known.deploys(),
                    known.usual(),
                    known.known(),
                    "The history could not be read: MongoDB did not answer, or denies it.",
                    now);
        }
    }

    private LockStory told(ScopedBoard board, LockId lock, Instant now) {
        List<LeaseRecord> leases = history.newestOf(lock, LEASES);
        List<Digest> counted = history.countedBeside(lock, leases, LEASES);
        Instant since = leases.isEmpty() ? now : leases.getLast().began();
        return new LockStory(
                lock,
                new LockStory.Recorded(
                        leases, counted, history.waitsOf(lock, since, WAITS), history.gapsSince(lock, since)),
                audit.of(lock, EVICTIONS),
                late.of(lock),
                deploys(board.scope(), leases, since, now),
                History.usualBy(leases, counted),
                facets.read(Subject.of(lock)),
                problem(history.statusOf(lock)),
                now);
    }

    /** The deploys of the services of the lock's holders. */
    private List<Deploy> deploys(LockScope scope, List<LeaseRecord> leases, Instant since, Instant now) {
        Set<String> services = leases.stream()
                .map(LeaseRecord::holder)
                .filter(Objects::nonNull)
                .map(Party::service)
                .collect(Collectors.toSet());
        return deploys.between(scope, since, now).stream()
                .filter(deploy -> services.contains(deploy.service()))
                .toList();
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
