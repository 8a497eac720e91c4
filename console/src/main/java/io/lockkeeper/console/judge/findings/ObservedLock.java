package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A lock as a pass judges it: one of Lockkeeper's own, by its document, or another library's, by facts of which each may be unknown.
 * Rules ask for what they need, and find nothing where it is unknown.
 */
sealed interface ObservedLock {

    static ObservedLock of(LockView lock, Dialect dialect) {
        return lock.library() == null ? new Own(lock) : new Library(lock.library(), dialect);
    }

    String name();

    /** Why its document cannot be read, in words; empty if it can. */
    Optional<String> damage();

    /** The holds that have not expired. */
    List<ObservedHold> holds(Instant now);

    /** The hold that ended last, where all have expired and none was freed. */
    Optional<ObservedHold> expired(Instant now);

    /** Its document, which shows leases, waiters and pauses; empty if it is not one of ours, or cannot be read. */
    default Optional<LockView> document() {
        return Optional.empty();
    }

    /** What distinguishes its document from others of the same name; empty where there are none. */
    default String subject() {
        return "";
    }

    /** Whether it is a lock; other programs may store documents among them. */
    default boolean isLock() {
        return true;
    }

    /** The number of waiters to end a sentence: "; 3 wait"; empty if it is unknown. */
    default String waiting() {
        return document()
                .map(LockView::lock)
                .map(lock -> switch (lock.waiting()) {
                    case 0 -> "; no waiters";
                    case 1 -> "; 1 waits";
                    default -> "; " + lock.waiting() + " wait";
                })
                .orElse("");
    }

    /** A lock of Lockkeeper's own. */
    record Own(LockView lock) implements ObservedLock {

        @Override
        public String name() {
            return lock.name();
        }

        @Override
        public Optional<String> damage() {
            return lock.lock() == null ? Optional.ofNullable(lock.damage()) : Optional.empty();
        }

        @Override
        public List<ObservedHold> holds(Instant now) {
            return lock.holders().stream()
                    .filter(it -> LeaseTimes.isLive(it, now))
                    .map(ObservedHold::of)
                    .toList();
        }

        @Override
        public Optional<ObservedHold> expired(Instant now) {
            return Optional.of(lock)
                    .filter(it -> it.state(now) == LockState.EXPIRED)
                    .flatMap(it -> it.holders().stream()
                            .max(Comparator.comparing(Holder::expiresAt))
                            .map(ObservedHold::of));
        }

        @Override
        public Optional<LockView> document() {
            return Optional.of(lock).filter(it -> it.lock() != null);
        }

        @Override
        public boolean isLock() {
            return !lock.foreign();
        }
    }

    /** Another library's, or a document that its dialect cannot read. */
    record Library(DialectLock lock, Dialect dialect) implements ObservedLock {

        @Override
        public String name() {
            return lock.name();
        }

        @Override
        public Optional<String> damage() {
            return lock.isReadable() ? Optional.empty() : Optional.of(dialect.unreadable(lock.damage()));
        }

        @Override
        public List<ObservedHold> holds(Instant now) {
            return lock.state(now) == State.HELD ? List.of(ObservedHold.of(lock)) : List.of();
        }

        @Override
        public Optional<ObservedHold> expired(Instant now) {
            return lock.state(now) == State.EXPIRED ? Optional.of(ObservedHold.of(lock)) : Optional.empty();
        }

        @Override
        public String subject() {
            return lock.acquisition().tag();
        }
    }
}
