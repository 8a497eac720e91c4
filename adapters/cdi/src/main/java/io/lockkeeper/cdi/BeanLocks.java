package io.lockkeeper.cdi;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.LeasedCall;
import io.lockkeeper.agent.methods.LockedBeanMethod;
import io.lockkeeper.agent.methods.MethodRequests;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The locks of all beans' methods, by the application's agent. */
@Singleton
public class BeanLocks {

    private final Instance<LockAgent> agents;
    private final MethodRequests requests = new MethodRequests();
    private final Map<MethodOfType, Optional<LockedBeanMethod>> known = new ConcurrentHashMap<>();

    /** Called by the container. */
    @Inject
    public BeanLocks(@Any Instance<LockAgent> agents) {
        this.agents = agents;
    }

    private record MethodOfType(Method method, Class<?> type) {}

    Optional<LockedBeanMethod> find(Method method, Class<?> type) {
        return known.computeIfAbsent(new MethodOfType(method, type), key -> LockedBeanMethod.find(method, type));
    }

    @Nullable
    Object run(LockedBeanMethod method, InvocationContext call) throws Exception {
        Optional<LeasedCall> leased =
                requests.acquire(agent(method.agent()), method.lock(), method.request(call.getParameters()));
        return leased.isEmpty()
                ? method.skipped()
                : leased.get().run(() -> {
                    call.setParameters(method.lock()
                            .withLease(call.getParameters(), leased.get().lease()));
                    return call.proceed();
                });
    }

    /**
     * @param name of its bean; empty for the one without a name
     * @throws IllegalArgumentException if the application has no agent of that name
     * @throws IllegalStateException if the application has no agent, or several
     */
    LockAgent agent(String name) {
        if (!name.isEmpty()) {
            Instance<LockAgent> named = agents.select(NamedLiteral.of(name));
            if (!named.isResolvable()) {
                throw new IllegalArgumentException(
                        "agent = \"%s\" names no bean of type LockAgent: produce it with @Named(\"%1$s\")"
                                .formatted(name));
            }
            return named.get();
        }
        Instance<LockAgent> unnamed = agents.select(Default.Literal.INSTANCE);
        if (!unnamed.isResolvable()) {
            throw new IllegalStateException(
                    "The application has %s beans of type LockAgent, and methods with @Locked need one: produce it"
                                    .formatted(unnamed.isAmbiguous() ? "several" : "no")
                            + " in a method with @Produces and @Singleton, by LockAgent.connect(client, database, options)");
        }
        return unnamed.get();
    }
}
