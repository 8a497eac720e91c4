package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.watch.dialect.DialectLock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Where a lock stands among the others, and how long, unless its document changes: judging 100,000 locks each time takes longer
 * than comparing two times. Times are milliseconds since 1970, as MongoDB keeps them.
 *
 * @param kind what it is counted as
 * @param worry as {@link Lock#worry} says
 * @param since since when it is held; what is unknown counts as the latest
 * @param from since when it has stood so
 * @param until from when on it may stand otherwise
 * @param serial grows with each change of a document
 * @param bytes about how much of the heap it takes
 */
record RankedLock(
        Lock lock,
        Group group,
        DialectLock.State kind,
        int worry,
        int waiters,
        long since,
        long from,
        long until,
        long serial,
        long bytes) {

    enum Group {
        /** In use, or damaged. */
        LIVE,
        FREE,
        /** A document of another program among the locks. */
        STRAY
    }

    /** Several documents may have one name. */
    record Named(String name, long serial) {

        static final Comparator<Named> ORDER = Comparator.comparing(Named::name).thenComparingLong(Named::serial);

        static Named of(RankedLock standing) {
            return new Named(standing.name(), standing.serial());
        }
    }

    private static final Instant EARLIEST = Instant.ofEpochMilli(Long.MIN_VALUE + 1);
    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE - 1);

    /** The most worrying first, then most waiters, then the longest held. Of free ones and strays the latest first, as far as is known. */
    static final Comparator<RankedLock> ORDER = Comparator.comparingInt(RankedLock::worry)
            .thenComparing(Comparator.comparingInt(RankedLock::waiters).reversed())
            .thenComparingLong(RankedLock::since)
            .thenComparing(RankedLock::inOrderOf)
            .thenComparingLong(it -> it.group == Group.LIVE ? it.serial : -it.serial);

    static final Comparator<RankedLock> BY_FROM =
            Comparator.comparingLong(RankedLock::from).thenComparingLong(RankedLock::serial);

    static final Comparator<RankedLock> BY_UNTIL =
            Comparator.comparingLong(RankedLock::until).thenComparingLong(RankedLock::serial);

    static RankedLock of(Lock lock, Instant now, long serial, long bytes) {
        long at = now.toEpochMilli();
        long from = Long.MIN_VALUE;
        long until = Long.MAX_VALUE;
        for (long turn : turns(lock).toArray()) {
            if (turn <= at) {
                from = Math.max(from, turn);
            } else {
                until = Math.min(until, turn);
            }
        }
        DialectLock.State kind = lock.kind(now);
        Group group = lock.isForeign() ? Group.STRAY : lock.isIdle(now) ? Group.FREE : Group.LIVE;
        long since = group == Group.LIVE ? millis(lock.heldSince()) : -lastAcquired(lock);
        return new RankedLock(lock, group, kind, lock.worry(now), lock.waiters(), since, from, until, serial, bytes);
    }

    /** The same lock at a later time. */
    RankedLock at(Instant now) {
        return of(lock, now, serial, bytes);
    }

    String name() {
        return lock.name();
    }

    boolean isNamedById() {
        return lock.id().isString() && lock.id().asString().getValue().equals(lock.name());
    }

    boolean turns() {
        return until < Long.MAX_VALUE;
    }

    boolean turned() {
        return from > Long.MIN_VALUE;
    }

    /** Free locks of our own have no other order than that of their changes. */
    private String inOrderOf() {
        return group == Group.LIVE || lock instanceof Lock.Library ? lock.name() : "";
    }

    /** When only time may change a lock's {@link Lock#state}, in milliseconds since 1970, in no order. */
    private static LongStream turns(Lock lock) {
        return switch (lock) {
            case Lock.Library library -> library.expiresAt().stream().mapToLong(RankedLock::millis);
            case Lock.Unreadable unreadable -> LongStream.empty();
            case Lock.Own own ->
                LongStream.concat(
                        Stream.ofNullable(own.document().paused())
                                .mapToLong(pause -> pause.until().toEpochMilli()),
                        own.holders().stream().flatMapToLong(LeaseTimes::turns));
        };
    }

    /** When another library's lock was last acquired, in milliseconds since 1970; 0 if that is unknown. */
    private static long lastAcquired(Lock lock) {
        return lock instanceof Lock.Library library
                ? library.facts().acquired().map(RankedLock::millis).orElse(0L)
                : 0;
    }

    /** The time in milliseconds, limited to what can be counted: other libraries may store any. */
    private static long millis(Instant at) {
        if (at.isAfter(LATEST)) {
            return Long.MAX_VALUE;
        }
        long millis = at.isBefore(EARLIEST) ? Long.MIN_VALUE + 1 : at.toEpochMilli();
        return at.equals(at.truncatedTo(ChronoUnit.MILLIS)) ? millis : millis + 1;
    }
}
