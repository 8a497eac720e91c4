package io.lockkeeper.spring.startup;

import io.lockkeeper.agent.methods.Locked;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopConfigException;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Explains that a final class cannot have the proxy that would take its locks. */
final class UnproxiableClassAnalyzer extends AbstractFailureAnalyzer<AopConfigException> {

    private final BeanFactory beans;

    UnproxiableClassAnalyzer(BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable failure, AopConfigException cause) {
        String name = innermostBean(failure);
        Class<?> type = name == null ? null : beans.getType(name, false);
        if (type == null || !Modifier.isFinal(type.getModifiers()) || !hasLockedMethods(type)) {
            return null;
        }
        return new FailureAnalysis(
                "Bean \"%s\" has methods with @Locked, but %s is a final class, of which no proxy can be made to take their locks."
                        .formatted(name, type.getName()),
                "Make the class open (a Kotlin class: by the plugin kotlin-spring), or move @Locked into an interface of it and set"
                        + " spring.aop.proxy-target-class=false.",
                cause);
    }

    private static @Nullable String innermostBean(Throwable failure) {
        String name = null;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof BeanCreationException creation && creation.getBeanName() != null) {
                name = creation.getBeanName();
            }
        }
        return name;
    }

    private static boolean hasLockedMethods(Class<?> type) {
        return !MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<Boolean>)
                        method -> AnnotatedElementUtils.hasAnnotation(method, Locked.class) ? true : null)
                .isEmpty();
    }
}
