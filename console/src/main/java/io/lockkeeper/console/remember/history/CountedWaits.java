package io.lockkeeper.console.remember.history;

/**
 * Waits for a lock that were only counted, because it changed too often: nothing says who waited, and for whom.
 *
 * @param waits how many ended with a grant
 * @param millis how long they waited together, to a thousandth
 * @param gaveUp how many ended without one; of these nothing says how long they waited
 */
public record CountedWaits(String lock, long waits, long millis, long gaveUp) {

    CountedWaits plus(CountedWaits other) {
        return new CountedWaits(lock, waits + other.waits, millis + other.millis, gaveUp + other.gaveUp);
    }

    static CountedWaits of(Digest digest) {
        Lengths waited = digest.waited();
        long millis = waited.count() == 0 ? 0 : Math.round(waited.decoded().getMean() * waited.count());
        return new CountedWaits(digest.key().lock(), waited.count(), millis, digest.gaveUp());
    }
}
