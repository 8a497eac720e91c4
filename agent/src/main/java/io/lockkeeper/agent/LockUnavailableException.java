package io.lockkeeper.agent;

import org.jspecify.annotations.Nullable;

/**
 * MongoDB did not answer in time, or refused the command: whether the lock is free is not known. If the call may have had
 * an effect after all, the agent undoes it in the background.
 */
public final class LockUnavailableException extends LockException {

    LockUnavailableException(String lock, String why, @Nullable Throwable cause) {
        super(lock, "is unavailable: " + why, cause);
    }
}
