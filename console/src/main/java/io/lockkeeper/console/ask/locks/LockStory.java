package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.deploys.Deploy;
import io.lockkeeper.console.remember.history.Digest;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.facet.Idle;
import io.lockkeeper.console.watch.facet.Known;
import io.lockkeeper.model.LateAttempt;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One lock's recorded history.
 *
 * @param recorded its leases and waits
 * @param evictions what operators did to it, the latest first
 * @param deploys of services that held it then, the earliest first
 * @param usual what is usual for it
 * @param known what else is known of it beside its document
 * @param problem why nothing can be said, in a sentence; empty for nothing
 * @param readAt when it was read, by the server's clock
 */
public record LockStory(
        LockId id,
        Recorded recorded,
        List<AuditEntry> evictions,
        List<LateAttempt> late,
        List<Deploy> deploys,
        Usual usual,
        List<Known<?>> known,
        String problem,
        Instant readAt) {

    /**
     * What the recorder wrote of its leases and waits.
     *
     * @param leases the newest ones, the newest first
     * @param counted minutes in which leases were only counted beside those, the newest first
     * @param waits those since then that ended without a grant; empty if waits are not on record
     * @param gaps the times within those of which nothing is recorded
     */
    public record Recorded(
            List<LeaseRecord> leases, List<Digest> counted, Optional<List<WaitRecord>> waits, List<Gap> gaps) {

        private static final Recorded NOTHING = new Recorded(List.of(), List.of(), Optional.empty(), List.of());
    }

    public static LockStory unread(LockId id) {
        return new LockStory(
                id,
                Recorded.NOTHING,
                List.of(),
                List.of(),
                List.of(),
                Usual.NOTHING_KNOWN,
                List.of(),
                "",
                Instant.EPOCH);
    }

    public List<LeaseRecord> leases() {
        return recorded.leases();
    }

    public List<Digest> counted() {
        return recorded.counted();
    }

    public List<Gap> gaps() {
        return recorded.gaps();
    }

    /** Whether those who waited are on record. */
    public boolean tellsWaits() {
        return recorded.waits().isPresent();
    }

    /** Waiters that operators took out of the queue, latest first. */
    public List<WaitRecord> takenOut() {
        return recorded.waits().stream()
                .flatMap(List::stream)
                .filter(wait -> wait.takenOut() != null)
                .toList();
    }

    /** The marks beside its leases. */
    public List<TimeMark> marks() {
        return deploys.stream().map(TimeMark::of).toList();
    }

    /** What is usual, or null until it was read. */
    @Nullable
    public Usual knownUsual() {
        return isRead() && problem.isEmpty() ? usual : null;
    }

    /** Since when the record is complete; null if nothing was recorded. */
    @Nullable
    public Instant knownSince() {
        Instant told = leases().isEmpty() ? null : leases().getLast().began();
        Instant minute = counted().isEmpty() ? null : counted().getLast().key().minute();
        if (told == null || minute == null) {
            return told == null ? minute : told;
        }
        boolean earlierMinutesAreMissing = counted().size() == History.MINUTES;
        return earlierMinutesAreMissing || minute.isBefore(told) ? minute : told;
    }

    /** What is said of the lock if it has no document, and is known all the same. */
    public Optional<Idle> idle(LockFacts facts) {
        return facts.state() == LockState.ABSENT && facts.id().equals(id)
                ? known.stream().flatMap(each -> each.idle().stream()).findFirst()
                : Optional.empty();
    }

    /** Whether there is no lock now, and leases of one are on record. */
    public boolean wasHere(LockFacts facts) {
        return facts.state() == LockState.ABSENT && facts.id().equals(id) && knownSince() != null;
    }

    public boolean isShownBeside(LockFacts facts) {
        boolean isKnown = knownSince() != null || !known.isEmpty();
        return facts.isThere() || (facts.state() == LockState.ABSENT && isKnown);
    }

    public boolean isRead() {
        return !readAt.equals(Instant.EPOCH);
    }
}
