package io.lockkeeper.agent.methods;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.TakenOutException;
import io.lockkeeper.agent.methods.MethodLeases.Held;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Acquires the locks of methods, for the interceptors of every framework. One for all calls, which warns once of each method. */
public final class MethodRequests {

    private static final Logger log = LoggerFactory.getLogger(MethodRequests.class);

    private final Set<Method> nested = ConcurrentHashMap.newKeySet();

    /**
     * The call, once the lock is granted; empty if the method is skipped.
     *
     * @throws LockNotAcquiredException if the lock was not granted, and the method is not skipped
     * @throws IllegalStateException if a method around this one holds the lock
     * @throws InterruptedException if the thread was interrupted, and the method may throw that; else it is a {@link CancellationException}
     */
    public Optional<LeasedCall> acquire(LockAgent agent, MethodLock method, LockRequest request)
            throws InterruptedException {
        Optional<Held> outer = MethodLeases.holding(agent, request.name().value());
        try {
            Lease lease = agent.acquire(outer.isEmpty() ? request : request.withLongestWait(Duration.ZERO));
            return Optional.of(new LeasedCall(agent, method, lease));
        } catch (LockNotAcquiredException e) {
            outer.ifPresent(held -> reportNested(method, held, e));
            if (!method.isSkipped()) {
                throw e;
            }
            log.debug("{} is skipped. {}", method, e.getMessage());
            return Optional.empty();
        } catch (TakenOutException e) {
            if (!method.isSkipped()) {
                throw e;
            }
            log.info("{} is skipped. {}", method, e.getMessage());
            return Optional.empty();
        } catch (InterruptedException e) {
            if (Arrays.stream(method.method().getExceptionTypes()).anyMatch(type -> type.isInstance(e))) {
                throw e;
            }
            Thread.currentThread().interrupt();
            throw cancelled(request, e);
        }
    }

    /** A request inside of a method that holds the lock never waits: it would wait for that method, which waits for it. */
    private void reportNested(MethodLock method, Held outer, LockNotAcquiredException refused) {
        String message = ("%s asks for lock \"%s\", which %s. Locks are not reentrant, so it would"
                        + " wait for itself: let one of the two methods take the lock, or call one after the other")
                .formatted(method, refused.lock(), outer);
        if (!method.isSkipped()) {
            throw new IllegalStateException(message, refused);
        }
        if (nested.add(method.method())) {
            log.warn("{}. It is skipped, and will be with each such call", message);
        }
    }

    private static CancellationException cancelled(LockRequest request, InterruptedException cause) {
        CancellationException cancelled =
                new CancellationException("Interrupted while waiting for lock \"%s\"".formatted(request.name()));
        cancelled.initCause(cause);
        return cancelled;
    }
}
