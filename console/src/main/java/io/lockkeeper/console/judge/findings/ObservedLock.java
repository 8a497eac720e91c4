package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A lock as a pass judges it. Rules ask for what they need, and find nothing where it is unknown.
 *
 * @param dialect that of its source
 */
record ObservedLock(Lock lock, Dialect dialect) {

    String name() {
        return lock.name();
    }

    /** Why its document cannot be read, in words; empty if it can. */
    Optional<String> damage() {
        return lock instanceof Lock.Library ? lock.damage().map(dialect::unreadable) : lock.damage();
    }

    /** The holds that have not expired. */
    List<ObservedHold> holds(Instant now) {
        return switch (lock) {
            case Lock.Own own ->
                own.holders().stream()
                        .filter(it -> LeaseTimes.isLive(it, now))
                        .map(ObservedHold::of)
                        .toList();
            case Lock.Library it when it.isHeld(now) -> List.of(ObservedHold.of(it.facts()));
            case Lock.Library it -> List.of();
            case Lock.Unreadable it -> List.of();
        };
    }

    /** The hold that ended last, where all have expired and none was freed. */
    Optional<ObservedHold> expired(Instant now) {
        if (lock.kind(now) != State.EXPIRED) {
            return Optional.empty();
        }
        return lock.library()
                .map(ObservedHold::of)
                .or(() -> lock.holders().stream()
                        .max(Comparator.comparing(Holder::expiresAt))
                        .map(ObservedHold::of));
    }

    /** One of Lockkeeper's own, whose document lists leases, waiters and pauses. */
    Optional<Lock.Own> own() {
        return lock instanceof Lock.Own own ? Optional.of(own) : Optional.empty();
    }

    /** What distinguishes its document from others of the same name; empty where there are none. */
    String subject() {
        return lock.library().map(it -> it.acquisition().tag()).orElse("");
    }

    /** Whether it is a lock; other programs may store documents among them. */
    boolean isLock() {
        return !lock.isForeign();
    }

    /** The number of waiters to end a sentence: "; 3 wait"; empty if it is unknown. */
    String waiting() {
        return lock.own()
                .map(document -> switch (document.waiting()) {
                    case 0 -> "; no waiters";
                    case 1 -> "; 1 waits";
                    default -> "; " + document.waiting() + " wait";
                })
                .orElse("");
    }
}
