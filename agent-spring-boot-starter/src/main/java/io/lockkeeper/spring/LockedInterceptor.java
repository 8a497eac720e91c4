package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.expression.EvaluationContext;

/** Takes the lock, runs the method, and releases. */
final class LockedInterceptor implements MethodInterceptor {

    private static final Logger log = LoggerFactory.getLogger(LockedInterceptor.class);

    private final Supplier<LockAgent> agent;
    private final LockedMethods methods;
    private final Finding insideTransaction;
    private final Set<Method> warned = ConcurrentHashMap.newKeySet();

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
        return transaction ? runInside(invocation, locked, lease.get()) : run(invocation, locked, lease.get());
    }

    private Optional<Lease> acquire(LockedMethod locked, LockRequest request) throws InterruptedException {
        try {
            return Optional.of(agent.get().acquire(request));
        } catch (LockNotAcquiredException e) {
            if (!locked.isSkipped()) {
                throw e;
            }
            log.debug("{} is skipped. {}", locked, e.getMessage());
            return Optional.empty();
        } catch (InterruptedException e) {
            if (Arrays.stream(locked.method().getExceptionTypes()).anyMatch(type -> type.isInstance(e))) {
                throw e;
            }
            Thread.currentThread().interrupt();
            throw cancelled(request, e);
        }
    }

    private static CancellationException cancelled(LockRequest request, InterruptedException cause) {
        CancellationException cancelled =
                new CancellationException("Interrupted while waiting for lock \"%s\"".formatted(request.name()));
        cancelled.initCause(cause);
        return cancelled;
    }

    private @Nullable Object run(MethodInvocation invocation, LockedMethod locked, Lease lease) throws Throwable {
        Object result;
        try {
            result = proceed(invocation, locked, lease);
        } catch (Throwable failure) {
            if (!lease.release()) {
                failure.addSuppressed(lost(lease));
            }
            throw failure;
        }
        if (result instanceof CompletionStage<?> stage) {
            return stage.whenComplete((value, failure) -> releaseHeld(lease));
        }
        releaseHeld(lease);
        return result;
    }

    /** Inside a transaction that others began, the lock is held until that has ended. */
    private static @Nullable Object runInside(MethodInvocation invocation, LockedMethod locked, Lease lease)
            throws Throwable {
        AmbientTransaction.releaseAfter(lease);
        Object result = proceed(invocation, locked, lease);
        if (!lease.isHeld()) {
            throw lost(lease);
        }
        return result;
    }

    private static @Nullable Object proceed(MethodInvocation invocation, LockedMethod locked, Lease lease)
            throws Throwable {
        ((ProxyMethodInvocation) invocation).setArguments(locked.withLease(invocation.getArguments(), lease));
        Lease before = CurrentLease.swap(lease);
        try {
            return invocation.proceed();
        } finally {
            CurrentLease.swap(before);
        }
    }

    private static void releaseHeld(Lease lease) {
        if (!lease.release()) {
            throw lost(lease);
        }
    }

    private static LeaseLostException lost(Lease lease) {
        return new LeaseLostException(lease.name(), lease.loss());
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
