package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Work that one instance does at a time while it starts, such as a migration: when all beans are made, and before the web server, schedulers
 * and listeners begin. The other instances wait for their turn and then do it too, so the work itself looks for what is left to do.
 *
 * <pre>{@code
 * @Bean
 * LockedAtStart migration(LockAgent agent, Runnable migrations) {
 *     LockRequest request = LockRequest.of("migration").withLongestWait(Duration.ofMinutes(5));
 *     return new LockedAtStart(agent, request, lease -> migrations.run());
 * }
 * }</pre>
 */
public final class LockedAtStart implements SmartInitializingSingleton {

    private final LockAgent agent;
    private final LockRequest request;
    private final Consumer<Lease> work;

    public LockedAtStart(LockAgent agent, LockRequest request, Consumer<Lease> work) {
        this.agent = agent;
        this.request = request;
        this.work = work;
    }

    /**
     * Called by Spring. The service does not start with what this throws.
     *
     * @throws LockNotAcquiredException if the lock was not granted within the longest wait
     * @throws LeaseLostException if the lease was lost before the work had ended
     */
    @Override
    public void afterSingletonsInstantiated() {
        try {
            boolean unused = agent.withLock(request, lease -> {
                work.accept(lease);
                return true;
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancelled =
                    new CancellationException("Interrupted while waiting for lock \"%s\"".formatted(request.name()));
            cancelled.initCause(e);
            throw cancelled;
        }
    }
}
