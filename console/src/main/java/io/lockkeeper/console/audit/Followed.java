package io.lockkeeper.console.audit;

import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One eviction as its follower keeps it.
 *
 * @param course where it stands
 * @param unrecorded MongoDB's answer, if it still has to be recorded
 * @param done whether its end is recorded, or needs no record
 * @param lost whether its lock was read once and did not tell any more
 * @param movedAt when it moved on last
 * @param readAt when its lock was read last
 */
record Followed(
        Course course, @Nullable Result unrecorded, boolean done, boolean lost, Instant movedAt, Instant readAt) {

    static Followed of(Course course, Instant now) {
        return new Followed(course, null, false, false, now, Instant.EPOCH);
    }

    /** MongoDB has answered; {@code answer} is what still has to be recorded of that. */
    Followed answered(Course next, @Nullable Result answer) {
        return new Followed(next, answer, next.state().isFinal(), lost, movedAt, readAt);
    }

    Followed recorded() {
        return new Followed(course, null, done, lost, movedAt, readAt);
    }

    /** The board may be behind, and show the lock as it was before the lease: it never tells that all is lost. */
    Followed saw(LockDocument lock, Instant now) {
        Course next = course.saw(lock, now);
        return isLost(next) || next.equals(course) ? this : new Followed(next, unrecorded, done, false, now, readAt);
    }

    /**
     * What the lock itself tells. That it tells nothing is believed the second time, for the board and the history may know more.
     *
     * @param past the lease in the history, looked up once the lock told nothing; null if it is not there
     */
    Followed read(@Nullable LockDocument lock, @Nullable LeaseRecord past, Instant now) {
        Course next = course.saw(lock, now);
        if (!isLost(next)) {
            return new Followed(next, unrecorded, done, lost, now, now);
        }
        if (!lost) {
            return new Followed(course, unrecorded, done, true, movedAt, now);
        }
        Course last = Optional.ofNullable(past).flatMap(course::told).orElse(next);
        return new Followed(last, unrecorded, done, true, now, now);
    }

    Followed ended(Course last) {
        return new Followed(last, unrecorded, true, lost, movedAt, readAt);
    }

    private boolean isLost(Course next) {
        return next.state() instanceof EvictionState.Unknown && !course.state().isFinal();
    }

    boolean isDueToBeRead(Instant now, Duration every) {
        return !course.state().isFinal()
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
