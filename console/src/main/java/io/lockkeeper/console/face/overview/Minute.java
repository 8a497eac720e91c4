package io.lockkeeper.console.face.overview;

/**
 * One minute of the last hour.
 *
 * @param seen whether a console saw it; if not, nothing is known of it
 * @param held the most locks that were held at a time
 * @param waiting the most waiters
 * @param grants how many leases were granted
 * @param evictions how many leases were evicted
 * @param partlyUnseen whether MongoDB did not answer a console during a part of it
 */
public record Minute(boolean seen, int held, int waiting, int grants, int evictions, boolean partlyUnseen) {

    static final Minute UNSEEN = new Minute(false, 0, 0, 0, 0, false);

    /** One that a console saw. */
    static Minute seen(int held, int waiting, int grants, int evictions) {
        return new Minute(true, held, waiting, grants, evictions, false);
    }

    Minute sampled(int nowHeld, int nowWaiting) {
        return seen(Math.max(held, nowHeld), Math.max(waiting, nowWaiting), grants, evictions);
    }

    Minute granted() {
        return seen(held, waiting, grants + 1, evictions);
    }

    Minute evicted() {
        return seen(held, waiting, grants, evictions + 1);
    }

    /** Of the same minute as two consoles saw it: whoever saw all of it counted more. */
    Minute with(Minute other) {
        return new Minute(
                seen || other.seen,
                Math.max(held, other.held),
                Math.max(waiting, other.waiting),
                Math.max(grants, other.grants),
                Math.max(evictions, other.evictions),
                false);
    }

    Minute cutByAnOutage() {
        return new Minute(seen, held, waiting, grants, evictions, true);
    }
}
