package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One eviction that is followed. Times are by the clock of the console's own cluster; that of the lock's may be behind.
 *
 * @param unrecorded MongoDB's answer, if it still has to be recorded
 * @param done whether its end is recorded, or needs no record
 * @param lost whether its lock was read once and no longer showed the lease
 * @param watch for late writes of its old holder, where the lock's document does not show how it ended; null before it is evicted
 * @param movedAt when it moved on last
 * @param readAt when its lock was read last
 */
record FollowedEviction(
        Course course,
        @Nullable Result unrecorded,
        boolean done,
        boolean lost,
        @Nullable LateWriteWatch watch,
        Instant movedAt,
        Instant readAt) {

    /** A followed eviction whose end may be recorded already. */
    static FollowedEviction of(Course course, @Nullable LateWriteWatch watch, Instant now) {
        return new FollowedEviction(course, null, !course.isOpen(), false, watch, now, Instant.EPOCH);
    }

    /** MongoDB has answered; {@code answer} is what still has to be recorded of that. */
    FollowedEviction answered(Course next, @Nullable LateWriteWatch late, @Nullable Result answer) {
        return new FollowedEviction(next, answer, !next.isOpen(), lost, late, movedAt, readAt);
    }

    FollowedEviction recorded() {
        return new FollowedEviction(course, null, done, lost, watch, movedAt, readAt);
    }

    /** The eviction after a view of its lock, which may be behind and precede the lease: it never proves a loss. */
    FollowedEviction saw(@Nullable LockDocument lock, Instant now, Duration behind) {
        Course next = course.saw(lock, now.minus(behind), behind);
        return isLost(next) || next.equals(course)
                ? this
                : new FollowedEviction(next, unrecorded, done, false, watch, now, readAt);
    }

    /** A write to its lock. A watch is to see each of them once. */
    FollowedEviction saw(LockWrite change, Duration behind) {
        Instant at = change.at().plus(behind);
        Optional<Instant> late = watch == null ? Optional.empty() : watch.late(change);
        return late.isPresent()
                ? movedTo(course.late(late.get().plus(behind)), at)
                : saw(change.after().flatMap(DialectLock::own).orElse(null), at, behind);
    }

    /** The eviction at a later moment, if nothing has happened. */
    FollowedEviction at(Instant now) {
        return movedTo(course.at(now), now);
    }

    private FollowedEviction movedTo(Course next, Instant now) {
        return next.equals(course) ? this : new FollowedEviction(next, unrecorded, done, lost, watch, now, readAt);
    }

    /**
     * The eviction after a read of its lock. A lock without the lease is believed the second time: the board and the history may know more.
     *
     * @param past the lease in the history, looked up once the lock no longer showed it; null if it is not there
     */
    FollowedEviction read(@Nullable LockDocument lock, @Nullable LeaseRecord past, Instant now, Duration behind) {
        Course next = course.saw(lock, now.minus(behind), behind);
        if (!isLost(next)) {
            return new FollowedEviction(next, unrecorded, done, lost, watch, now, now);
        }
        if (!lost) {
            return new FollowedEviction(course, unrecorded, done, true, watch, movedAt, now);
        }
        Course last = Optional.ofNullable(past).flatMap(course::told).orElse(next);
        return new FollowedEviction(last, unrecorded, done, true, watch, now, now);
    }

    FollowedEviction ended(Course last) {
        return new FollowedEviction(last, unrecorded, true, lost, watch, movedAt, readAt);
    }

    private boolean isLost(Course next) {
        return next.state() instanceof EvictionState.Unknown && !course.state().isFinal();
    }

    boolean isDueToBeRead(Instant now, Duration every) {
        return course.tellsEnds()
                && !course.state().isFinal()
                && !(course.state() instanceof EvictionState.Sent)
                && !awaitsConsent()
                && readAt.plus(every).isBefore(now);
    }

    boolean isToBeEnded() {
        return !done && unrecorded == null && course.state().isFinal();
    }

    boolean awaitsConsent() {
        return course.state() instanceof EvictionState.AwaitsConsent;
    }

    boolean isPast(Instant then) {
        return done && unrecorded == null && movedAt.isBefore(then);
    }
}
