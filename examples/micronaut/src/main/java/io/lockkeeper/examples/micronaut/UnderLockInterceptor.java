package io.lockkeeper.examples.micronaut;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.micronaut.aop.InterceptorBean;
import io.micronaut.aop.MethodInterceptor;
import io.micronaut.aop.MethodInvocationContext;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Takes the lock, runs the method, and releases. A method that outlived its lease has failed, even if it returns a result. */
@Singleton
@InterceptorBean(UnderLock.class)
final class UnderLockInterceptor implements MethodInterceptor<Object, Object> {

    private final LockAgent agent;

    UnderLockInterceptor(LockAgent agent) {
        this.agent = agent;
    }

    @Override
    public @Nullable Object intercept(MethodInvocationContext<Object, Object> call) {
        String lock = call.stringValue(UnderLock.class).orElseThrow();
        try (Lease lease = agent.acquire(lock)) {
            Object result = call.proceed();
            if (!lease.isHeld()) {
                throw new LeaseLostException(lock, lease.loss());
            }
            return result;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while it waited for " + lock, e);
        }
    }
}
