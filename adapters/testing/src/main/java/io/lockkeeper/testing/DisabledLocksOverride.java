package io.lockkeeper.testing;

import io.lockkeeper.agent.LockAgent;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.core.ResolvableType;
import org.springframework.test.context.bean.override.BeanOverrideHandler;
import org.springframework.test.context.bean.override.BeanOverrideProcessor;
import org.springframework.test.context.bean.override.BeanOverrideStrategy;

/** Puts an agent whose locks are always granted in the place of an application context's own. */
final class DisabledLocksOverride implements BeanOverrideProcessor {

    @Override
    public BeanOverrideHandler createHandler(Annotation annotation, Class<?> testClass, Field field) {
        throw new IllegalStateException("@DisableLocks belongs on a test class, not on " + field);
    }

    @Override
    public List<BeanOverrideHandler> createHandlers(Annotation annotation, Class<?> testClass) {
        return List.of(new Handler());
    }

    /** Equal to all others, so that tests share their application contexts. */
    private static final class Handler extends BeanOverrideHandler {

        Handler() {
            super(null, ResolvableType.forClass(LockAgent.class), null, "", BeanOverrideStrategy.REPLACE_OR_CREATE);
        }

        @Override
        protected Object createOverrideInstance(
                String beanName, @Nullable BeanDefinition replaced, @Nullable Object instance) {
            return InMemoryLocks.disabled().agent("locks-disabled");
        }
    }
}
