package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.LeasedCall;
import io.lockkeeper.agent.methods.MethodRequests;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.expression.EvaluationContext;

/** Takes the lock, runs the method, and releases the lock. */
final class LockedInterceptor implements MethodInterceptor {

    private static final Logger log = LoggerFactory.getLogger(LockedInterceptor.class);

    private final NamedAgents agents;
    private final LockedMethods methods;
    private final Finding insideTransaction;
    private final Set<Method> warned = ConcurrentHashMap.newKeySet();
    private final MethodRequests requests = new MethodRequests();

    LockedInterceptor(NamedAgents agents, LockedMethods methods, Finding insideTransaction) {
        this.agents = agents;
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
        Optional<LeasedCall> call = requests.acquire(agents.of(locked.agent()), locked.lock(), locked.request(context));
        if (call.isEmpty()) {
            return locked.skipped(context);
        }
        LockedCall leased = new LockedCall(call.get(), invocation);
        return transaction ? leased.runInsideTransaction() : leased.run();
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
