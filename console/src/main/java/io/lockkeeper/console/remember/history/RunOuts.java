package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.LeaseRecord.Course;
import io.lockkeeper.console.remember.history.LeaseRecord.Granted;
import io.lockkeeper.console.remember.history.LeaseRecord.Whose;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Pulse;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * The leases and waits of the console's first collection that ran out, although no write of their lock shows it: their processes died, and
 * no other request came. The recorder writes each of these ends a few seconds later; an earlier reader sees it, too.
 */
@Component
class RunOuts {

    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;

    RunOuts(Board board, Pulse pulse, ServerClock clock) {
        this.board = board;
        this.pulse = pulse;
        this.clock = clock;
    }

    /** A lease as it is known now: one that is recorded without an end may have run out. */
    LeaseRecord known(LeaseRecord lease) {
        return lease.endedAt() != null || !lease.lock().isFirst()
                ? lease
                : end(lease.lock(), lease.key().token())
                        .map(end -> ended(lease, end))
                        .orElse(lease);
    }

    /** The span with the end of a lease that ran out. */
    LeaseSpan known(LeaseSpan lease) {
        return lease.ended() != null || !lease.lock().isFirst()
                ? lease
                : end(lease.lock(), lease.token())
                        .map(end -> lease.endedAt(end.at()))
                        .orElse(lease);
    }

    private Optional<HistoryEvent.Ended> end(LockId of, long token) {
        Instant now = pulse.freshness().judgedAt(clock.now());
        return board.find(of.name())
                .flatMap(Lock::own)
                .flatMap(lock -> Transition.runOut(lock, now)
                        .ended()
                        .filter(end -> end.holder().token() == token)
                        .findFirst());
    }

    private static LeaseRecord ended(LeaseRecord lease, HistoryEvent.Ended end) {
        return LeaseRecord.of(
                lease.source(),
                lease.key(),
                new Whose(lease.acquirer(), lease.holder(), lease.weight(), lease.words()),
                new Granted(lease.grantedAt(), lease.askedAt(), lease.waitedMillis(), lease.waitClass()),
                new Course(end.evicted(), lease.kept(), lease.uses(), lease.waiters(), lease.behind()),
                HoldRecord.ended(lease.grantedAt(), end.at(), end.how(), null));
    }

    /** Up to when ended leases are known; the beginning of time before the locks were read. */
    Instant knownTo() {
        return Objects.requireNonNullElse(pulse.knownUntil(), Instant.EPOCH);
    }

    /** The leases that ran out after the first instant and up to the second, and are still listed. */
    List<HistoryEvent> between(Instant after, Instant upTo) {
        return board.runningOut(after, upTo).stream()
                .flatMap(lock -> lock.own().stream())
                .flatMap(lock -> Transition.runOut(lock, upTo).events().stream())
                .filter(event -> isAfter(event, after))
                .toList();
    }

    private static boolean isAfter(HistoryEvent event, Instant moment) {
        return switch (event) {
            case HistoryEvent.Ended it -> it.at().isAfter(moment);
            case HistoryEvent.Left it -> it.at().isAfter(moment);
            default -> false;
        };
    }
}
