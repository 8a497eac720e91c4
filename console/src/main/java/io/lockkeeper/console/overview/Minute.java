package io.lockkeeper.console.overview;

/**
 * One minute of the last hour.
 *
 * @param held the most locks that were held at a time
 * @param waiting the most waiters
 * @param grants how many leases were granted
 * @param evictions how many leases were evicted
 */
public record Minute(int held, int waiting, int grants, int evictions) {

    static final Minute NONE = new Minute(0, 0, 0, 0);

    Minute sampled(int nowHeld, int nowWaiting) {
        return new Minute(Math.max(held, nowHeld), Math.max(waiting, nowWaiting), grants, evictions);
    }

    Minute granted() {
        return new Minute(held, waiting, grants + 1, evictions);
    }

    Minute evicted() {
        return new Minute(held, waiting, grants, evictions + 1);
    }
}
