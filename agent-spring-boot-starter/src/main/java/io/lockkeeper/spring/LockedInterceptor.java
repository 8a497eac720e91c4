package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.TakenOutException;
import io.lockkeeper.spring.CurrentLease.Held;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.expression.EvaluationContext;

/** Takes the lock, runs the method, and releases. */
final class LockedInterceptor implements MethodInterceptor {

    private static final Logger log = LoggerFactory.getLogger(LockedInterceptor.class);

    private final Supplier<LockAgent> agent;
    private final LockedMethods methods;
    private final Finding insideTransaction;
    private final Set<Method> warned = ConcurrentHashMap.newKeySet();
    private final Set<Method> nested = ConcurrentHashMap.newKeySet();

    /** The agent is asked for with the first call: this is made before other beans are. */
    LockedInterceptor(Supplier<LockAgent> agent, LockedMethods methods, Finding insideTransaction) {
        this.agent = agent;
        this.methods = methods;
        this.insideTransaction = insideTransaction;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = Objects.requireNonNull(invocation.getThis());
        LockedMethod locked = methods.of(invocation.getMethod(), target.getClass());
        EvaluationContext context = methods.context(locked, target, invocation.getArguments());
        boolean transaction = AmbientTransaction.isActive();
        if (transaction) {
            report(locked);
        }
        Optional<Lease> lease = acquire(locked, locked.request(context));
        if (lease.isEmpty()) {
            return locked.skipped(context);
        }
        LockedCall call = new LockedCall(agent.get(), locked, lease.get(), invocation);
        return transaction ? call.runInsideTransaction() : call.run();
    }

    private Optional<Lease> acquire(LockedMethod locked, LockRequest request) throws InterruptedException {
        Optional<Held> outer = CurrentLease.holding(agent.get(), request.name().value());
        try {
            return Optional.of(agent.get().acquire(outer.isEmpty() ? request : request.withLongestWait(Duration.ZERO)));
        } catch (LockNotAcquiredException e) {
            outer.ifPresent(held -> reportNested(locked, held, e));
            if (!locked.isSkipped()) {
                throw e;
            }
            log.debug("{} is skipped. {}", locked, e.getMessage());
            return Optional.empty();
        } catch (TakenOutException e) {
            if (!locked.isSkipped()) {
                throw e;
            }
            log.info("{} is skipped. {}", locked, e.getMessage());
            return Optional.empty();
        } catch (InterruptedException e) {
            if (Arrays.stream(locked.method().getExceptionTypes()).anyMatch(type -> type.isInstance(e))) {
                throw e;
            }
            Thread.currentThread().interrupt();
            throw cancelled(request, e);
        }
    }

    /** A request inside of a method that holds the lock never waits: it would wait for that method, which waits for it. */
    private void reportNested(LockedMethod locked, Held outer, LockNotAcquiredException refused) {
        String message = ("%s asks for lock \"%s\", which %s. Locks are not reentrant, so it would"
                        + " wait for itself: let one of the two methods take the lock, or call one after the other")
                .formatted(locked, refused.lock(), outer);
        if (!locked.isSkipped()) {
            throw new IllegalStateException(message, refused);
        }
        if (nested.add(locked.method())) {
            log.warn("{}. It is skipped, and will be with each such call", message);
        }
    }

    private static CancellationException cancelled(LockRequest request, InterruptedException cause) {
        CancellationException cancelled =
                new CancellationException("Interrupted while waiting for lock \"%s\"".formatted(request.name()));
        cancelled.initCause(cause);
        return cancelled;
    }

    private void report(LockedMethod locked) {
        String message =
                ("%s was called inside a transaction: what that has read, it may have read before it had the lock."
                                + " Call it outside, or give @EnableTransactionManagement no order, so that the lock comes first")
                        .formatted(locked);
        if (insideTransaction == Finding.FAIL) {
            throw new IllegalStateException(message);
        }
        if (insideTransaction == Finding.WARN && warned.add(locked.method())) {
            log.warn("{}. The lock is held until the transaction has ended", message);
        }
    }
}
