package io.lockkeeper.agent;

import io.lockkeeper.model.TakenOut;

/** An operator took the waiting request out of the lock's queue. Nothing of it stays behind, and the agent does not ask again. */
public final class TakenOutException extends LockException {

    private final transient TakenOut takenOut;

    TakenOutException(String lock, TakenOut takenOut) {
        super(
                lock,
                "was not acquired: %s took the request out of the queue at %s: \"%s\""
                        .formatted(takenOut.by(), takenOut.at(), takenOut.reason()),
                null);
        this.takenOut = takenOut;
    }

    /** The operator, the time and the reason. */
    public TakenOut takenOut() {
        return takenOut;
    }
}
