package io.lockkeeper.console.remember.history;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A digest that is still counted. Used by one thread. */
final class Tally {

    /** Fewer say nothing of what is ordinary. */
    private static final int ENOUGH = 100;

    private static final long SHORT_MILLIS = 1_000;
    private static final int TIMES = 3;

    private final LengthTally held;
    private final LengthTally waited;
    /** All that ended, also recorded ones: else slow ones would count as slow for ever. */
    private final LengthTally allHeld = LengthTally.empty();

    private final LengthTally allWaited = LengthTally.empty();
    private long leases;
    private long gaveUp;
    private int waiters;

    private Tally(LengthTally held, LengthTally waited) {
        this.held = held;
        this.waited = waited;
    }

    /** @param known what is counted already, or null for nothing */
    static Tally of(@Nullable Digest known) {
        if (known == null) {
            return new Tally(LengthTally.empty(), LengthTally.empty());
        }
        Tally tally = new Tally(LengthTally.of(known.held()), LengthTally.of(known.waited()));
        tally.leases = known.leases();
        tally.gaveUp = known.gaveUp();
        tally.waiters = known.waiters();
        return tally;
    }

    /** @param waitedMillis null if it is unknown */
    void released(long heldMillis, @Nullable Long waitedMillis, int behind) {
        leases++;
        held.add(heldMillis);
        if (waitedMillis != null) {
            waited.add(waitedMillis);
        }
        waiters = Math.max(waiters, behind);
    }

    /** Counts the end of a lease, which may be recorded as well. */
    void ended(long heldMillis, @Nullable Long waitedMillis) {
        allHeld.add(heldMillis);
        if (waitedMillis != null) {
            allWaited.add(waitedMillis);
        }
    }

    void gaveUp() {
        gaveUp++;
    }

    boolean tellsEnough() {
        return allHeld.count() >= ENOUGH;
    }

    boolean isSlowHold(long millis) {
        return isSlow(allHeld, millis);
    }

    boolean isSlowWait(long millis) {
        return isSlow(allWaited, millis);
    }

    /** Longer than a second, and than three times what is ordinary, so that few are. */
    private static boolean isSlow(LengthTally ordinary, long millis) {
        return millis > SHORT_MILLIS && (ordinary.count() < ENOUGH || millis > TIMES * ordinary.p95());
    }

    Digest digest(DigestKey key, Duration retention) {
        Instant end = key.minute().plus(1, ChronoUnit.MINUTES);
        return new Digest(key, leases, gaveUp, waiters, held.lengths(), waited.lengths(), end, end.plus(retention));
    }
}
