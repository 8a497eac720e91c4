package io.lockkeeper.host.session;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.LockRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts commands without an answer, and hands each request's events to the wait that made it: the agent asks its observer on the thread that begins a request, which is the loop's. */
public final class QueueNotices implements LockObserver {

    private final AtomicLong unanswered = new AtomicLong();
    private @Nullable SessionWait beginning;

    CompletableFuture<Lease> begin(SessionWait wait, Supplier<CompletableFuture<Lease>> request) {
        beginning = wait;
        try {
            return request.get();
        } finally {
            beginning = null;
        }
    }

    @Override
    public void outcomeUnknown(Exception cause) {
        unanswered.incrementAndGet();
    }

    /** Since the start. */
    long unanswered() {
        return unanswered.get();
    }

    @Override
    public Acquiring acquiring(LockRequest request) {
        SessionWait wait = beginning;
        return wait == null ? Acquiring.IGNORED : wait;
    }
}
