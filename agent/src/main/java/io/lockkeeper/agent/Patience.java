package io.lockkeeper.agent;

import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * How a request waits for a call for its lock to go along with.
 *
 * @param longest for so long at most; then it is sent, and takes the others along that wait like it
 * @param company how many that wait like it there are to be, itself among them; asked anew each time
 */
record Patience(Duration longest, IntSupplier company) {

    /** It is sent at once. */
    static final Patience NONE = new Patience(Duration.ZERO, () -> 1);

    boolean isNone() {
        return longest.isZero();
    }
}
