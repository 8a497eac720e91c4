package io.lockkeeper.cdi;

import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.LockedBeanMethod;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes the lock, runs the method, and releases the lock: outside of the transaction, which begins and ends under the lock. */
@Locked("")
@Interceptor
@Priority(LockedBeanInterceptor.PRIORITY)
public class LockedBeanInterceptor {

    /** Outside of the interceptor of {@code @Transactional}, which has 200. */
    static final int PRIORITY = Interceptor.Priority.PLATFORM_BEFORE + 100;

    private final BeanLocks locks;

    /** Called by the container. */
    @Inject
    public LockedBeanInterceptor(BeanLocks locks) {
        this.locks = locks;
    }

    /** Called by the container for each call of a method with {@link Locked}. */
    @AroundInvoke
    public @Nullable Object lock(InvocationContext call) throws Exception {
        Optional<LockedBeanMethod> locked =
                locks.find(call.getMethod(), call.getTarget().getClass());
        return locked.isEmpty() ? call.proceed() : locks.run(locked.get(), call);
    }
}
