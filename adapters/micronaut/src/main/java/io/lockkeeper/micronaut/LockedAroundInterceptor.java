package io.lockkeeper.micronaut;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.LeasedCall;
import io.lockkeeper.agent.methods.LockedBeanMethod;
import io.lockkeeper.agent.methods.MethodLock;
import io.lockkeeper.agent.methods.MethodRequests;
import io.micronaut.aop.InterceptPhase;
import io.micronaut.aop.InterceptorBean;
import io.micronaut.aop.MethodInterceptor;
import io.micronaut.aop.MethodInvocationContext;
import io.micronaut.context.BeanContext;
import io.micronaut.core.type.MutableArgumentValue;
import io.micronaut.inject.qualifiers.Qualifiers;
import jakarta.inject.Singleton;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Takes the lock, runs the method, and releases the lock: outside of the transaction, which begins and ends under the lock. */
@Singleton
@InterceptorBean(LockedAround.class)
final class LockedAroundInterceptor implements MethodInterceptor<Object, Object> {

    /** Outside of transactions and retries of the method's own. */
    private static final int ORDER = InterceptPhase.TRANSACTION.getPosition() - 10;

    private final BeanContext beans;
    private final MethodRequests requests = new MethodRequests();
    private final Map<MethodOfType, LockedBeanMethod> known = new ConcurrentHashMap<>();

    LockedAroundInterceptor(BeanContext beans) {
        this.beans = beans;
    }

    private record MethodOfType(Method method, Class<?> type) {}

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public @Nullable Object intercept(MethodInvocationContext<Object, Object> call) {
        LockedBeanMethod locked = known.computeIfAbsent(
                new MethodOfType(call.getTargetMethod(), call.getDeclaringType()), LockedAroundInterceptor::read);
        Optional<LeasedCall> leased = acquire(locked, call.getParameterValues());
        return leased.isEmpty()
                ? locked.skipped()
                : leased.get().run(() -> {
                    give(leased.get().lease(), call);
                    return call.proceed();
                });
    }

    private static LockedBeanMethod read(MethodOfType key) {
        try {
            return LockedBeanMethod.find(key.method(), key.type()).orElseThrow();
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "%s cannot be understood: %s".formatted(MethodLock.describe(key.method()), e.getMessage()), e);
        }
    }

    private Optional<LeasedCall> acquire(LockedBeanMethod locked, @Nullable Object[] arguments) {
        try {
            return requests.acquire(agent(locked.agent()), locked.lock(), locked.request(arguments));
        } catch (InterruptedException e) {
            throw LockedAroundInterceptor.<RuntimeException>declaredByTheMethod(e);
        }
    }

    private LockAgent agent(String name) {
        return name.isEmpty()
                ? beans.getBean(LockAgent.class)
                : beans.getBean(LockAgent.class, Qualifiers.byName(name));
    }

    /** Throws what the method declares, and this interface cannot. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X declaredByTheMethod(InterruptedException interrupted) throws X {
        throw (X) interrupted;
    }

    @SuppressWarnings("unchecked")
    private static void give(Lease lease, MethodInvocationContext<Object, Object> call) {
        for (MutableArgumentValue<?> argument : call.getParameters().values()) {
            if (argument.getType() == Lease.class) {
                ((MutableArgumentValue<Lease>) argument).setValue(lease);
            }
        }
    }
}
