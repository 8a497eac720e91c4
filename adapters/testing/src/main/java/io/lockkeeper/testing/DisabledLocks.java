package io.lockkeeper.testing;

import io.lockkeeper.agent.LockAgent;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One agent a test class whose locks are always granted, for tests without Spring. */
final class DisabledLocks implements ParameterResolver, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(DisabledLocks.class);

    /** Leaves annotated parameters to other resolvers. */
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType().equals(LockAgent.class)
                && parameter.getParameter().getAnnotations().length == 0;
    }

    @Override
    public LockAgent resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return locks(context).agent(context.getRequiredTestClass().getSimpleName());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        locks(context).reset();
    }

    /** The locks of the test class, closed with its context. */
    private static InMemoryLocks locks(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(InMemoryLocks.class, type -> InMemoryLocks.disabled(), InMemoryLocks.class);
    }
}
