package io.lockkeeper.agent;

import org.jspecify.annotations.Nullable;

/** A call on a lock did not do what it promises. */
public abstract sealed class LockException extends RuntimeException
        permits LockNotAcquiredException,
                LockUnavailableException,
                TakenOutException,
                LeaseLostException,
                QueueFullException,
                CapacityMismatchException {

    private final String lock;

    LockException(String lock, String message, @Nullable Throwable cause) {
        super("Lock \"%s\" %s".formatted(lock, message), cause);
        this.lock = lock;
    }

    /** The lock's name. */
    public String lock() {
        return lock;
    }
}
