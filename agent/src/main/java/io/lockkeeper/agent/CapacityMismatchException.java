package io.lockkeeper.agent;

import java.util.Locale;

/** The lock is in use with another capacity than the one asked for. */
public final class CapacityMismatchException extends LockException {

    private final int inUse;
    private final int asked;

    CapacityMismatchException(String lock, int inUse, int asked) {
        super(
                lock,
                String.format(Locale.ROOT, "is in use with capacity %d; capacity %d was asked for", inUse, asked),
                null);
        this.inUse = inUse;
        this.asked = asked;
    }

    /** The capacity in use. */
    public int inUse() {
        return inUse;
    }

    /** The capacity that was asked for. */
    public int asked() {
        return asked;
    }
}
