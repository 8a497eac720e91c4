package io.lockkeeper.console.watch.board;

import java.time.Instant;

/**
 * A lock's state, and how long it lasts unless the document changes: judging 100,000 locks anew each time takes longer than
 * comparing two times. All times are milliseconds since 1970, as MongoDB keeps them.
 *
 * @param worry as {@link LockView#worry} says
 * @param held whether somebody holds it
 * @param from since when it has stood so
 * @param until from when on it may stand otherwise
 */
record StandingState(int worry, boolean held, long from, long until) {

    static StandingState of(LockView lock, Instant now) {
        long at = now.toEpochMilli();
        long from = Long.MIN_VALUE;
        long until = Long.MAX_VALUE;
        for (long turn : lock.turns().toArray()) {
            if (turn <= at) {
                from = Math.max(from, turn);
            } else {
                until = Math.min(until, turn);
            }
        }
        return new StandingState(lock.worry(now), lock.isHeld(now), from, until);
    }

    boolean isAt(long millis) {
        return from <= millis && millis < until;
    }
}
