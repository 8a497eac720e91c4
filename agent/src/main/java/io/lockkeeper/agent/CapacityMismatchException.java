package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.RequestKind;

/** The lock is in use with another capacity than the one asked for. */
public final class CapacityMismatchException extends LockException {

    private final int inUse;
    private final int asked;

    CapacityMismatchException(String lock, int inUse, int asked) {
        super(
                lock,
                "is in use as %s; %s was requested. Use one kind wherever the name is used, or another name"
                        .formatted(RequestKind.words(inUse), RequestKind.words(asked)),
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
