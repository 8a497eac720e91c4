package io.lockkeeper.agent;

import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Request;

/**
 * One request for a lock and what has been sent of it, which decides when it can be undone for good. At most one call that
 * may create its entry is under way at a time.
 */
final class Bid {

    private final LockName lock;
    private final Request request;
    private volatile long enqueuedAt;
    private volatile boolean uncertain;

    Bid(LockName lock, Request request) {
        this.lock = lock;
        this.request = request;
    }

    LockName lock() {
        return lock;
    }

    Request request() {
        return request;
    }

    String acquirer() {
        return request.acquirer();
    }

    void enqueueSent(long now) {
        enqueuedAt = now;
    }

    /** The outcome of an enqueue stayed unknown: it may still land, whatever later calls said. */
    void enqueueUnknown() {
        uncertain = true;
    }

    /** Whether a remove that was sent at {@code sentAt} and acknowledged leaves nothing behind for certain. */
    boolean isEndedBy(long sentAt) {
        return !uncertain || sentAt - enqueuedAt >= request.ttl().toNanos();
    }
}
