package io.lockkeeper.agent.batching;

import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * How a call waits for another call with its key to go along with.
 *
 * @param longest for so long at most; then it is sent, and takes the others along that wait like it
 * @param size how many that wait like it there have to be, itself among them; asked anew each time
 */
public record Company(Duration longest, IntSupplier size) {

    /** The call is sent at once. */
    public static final Company NONE = new Company(Duration.ZERO, () -> 1);

    boolean isNone() {
        return longest.isZero();
    }
}
