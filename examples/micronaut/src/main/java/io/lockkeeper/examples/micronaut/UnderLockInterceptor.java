package io.lockkeeper.examples.micronaut;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.LaterResults;
import io.micronaut.aop.InterceptorBean;
import io.micronaut.aop.MethodInterceptor;
import io.micronaut.aop.MethodInvocationContext;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Takes the lock, runs the method, and releases: when the method has returned or, if it returns a {@link CompletionStage}, when that has
 * ended. A method that outlived its lease has failed, with any result.
 */
@Singleton
@InterceptorBean(UnderLock.class)
final class UnderLockInterceptor implements MethodInterceptor<Object, Object> {

    private final LockAgent agent;

    UnderLockInterceptor(LockAgent agent) {
        this.agent = agent;
    }

    @Override
    public @Nullable Object intercept(MethodInvocationContext<Object, Object> call) {
        refuseLaterWork(call);
        Lease lease = acquire(call.stringValue(UnderLock.class).orElseThrow());
        Object result;
        try {
            result = call.proceed();
        } catch (Throwable failure) {
            lease.close();
            throw failure;
        }
        if (result instanceof CompletionStage<?> stage) {
            return stage.whenComplete((value, failure) -> end(lease));
        }
        end(lease);
        return result;
    }

    /** What is done when a caller subscribes, or iterates, would be done without the lock. */
    private static void refuseLaterWork(MethodInvocationContext<Object, Object> call) {
        LaterResults.declared(call.getTargetMethod()).ifPresent(later -> {
            throw new IllegalStateException(
                    "%s returns a %s, whose work would be done after the lock was released: return a CompletionStage"
                            .formatted(call.getName(), later));
        });
    }

    private Lease acquire(String lock) {
        try {
            return agent.acquire(lock);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while it waited for " + lock, e);
        }
    }

    private static void end(Lease lease) {
        if (!lease.release()) {
            throw new LeaseLostException(lease.name(), lease.loss());
        }
    }
}
