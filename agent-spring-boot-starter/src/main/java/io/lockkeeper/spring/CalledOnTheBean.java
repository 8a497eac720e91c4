package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Methods that Spring calls on the bean itself when it makes or destroys it, so that no proxy takes their lock. */
final class CalledOnTheBean {

    private static final String AT_START =
            "let an ApplicationRunner do it, with @Locked on run(), or, before the web server starts, a SmartInitializingSingleton, with @Locked on afterSingletonsInstantiated()";
    private static final String AT_END =
            "do it in an @EventListener for ContextClosedEvent, when the agent is still open";

    private CalledOnTheBean() {}

    /** @param definition null if the bean was registered without one */
    static Optional<String> reason(Method method, @Nullable BeanDefinition definition) {
        return startedBy(method, definition)
                .map(by -> reason(by, AT_START))
                .or(() -> endedBy(method, definition).map(by -> reason(by, AT_END)));
    }

    private static String reason(String by, String instead) {
        return "is called by Spring on the bean itself (%s), past the proxy that takes the lock: %s"
                .formatted(by, instead);
    }

    private static Optional<String> startedBy(Method method, @Nullable BeanDefinition definition) {
        return annotated(method, "PostConstruct")
                .or(() -> implemented(method, InitializingBean.class, "afterPropertiesSet"))
                .or(() -> definition instanceof AbstractBeanDefinition known
                        ? named(method, "initMethod", known.getInitMethodNames())
                        : Optional.empty());
    }

    private static Optional<String> endedBy(Method method, @Nullable BeanDefinition definition) {
        return annotated(method, "PreDestroy")
                .or(() -> implemented(method, DisposableBean.class, "destroy"))
                .or(() -> implemented(method, AutoCloseable.class, "close"))
                .or(() -> definition instanceof AbstractBeanDefinition known
                        ? named(method, "destroyMethod", destroying(known))
                        : Optional.empty());
    }

    private static Optional<String> annotated(Method method, String annotation) {
        return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
                        .isPresent("jakarta.annotation." + annotation)
                ? Optional.of("@" + annotation)
                : Optional.empty();
    }

    private static Optional<String> implemented(Method method, Class<?> type, String name) {
        return type.isAssignableFrom(method.getDeclaringClass()) && isCallback(method, name)
                ? Optional.of(type.getSimpleName())
                : Optional.empty();
    }

    private static Optional<String> named(Method method, String attribute, String @Nullable [] names) {
        return names != null && Arrays.stream(names).anyMatch(name -> isCallback(method, name))
                ? Optional.of(attribute)
                : Optional.empty();
    }

    /** The bean's destroy methods; an inferred one is {@code close} or {@code shutdown}. */
    private static String @Nullable [] destroying(AbstractBeanDefinition definition) {
        String[] names = definition.getDestroyMethodNames();
        return names != null && List.of(names).contains(AbstractBeanDefinition.INFER_METHOD)
                ? Stream.concat(Stream.of(names), Stream.of("close", "shutdown"))
                        .toArray(String[]::new)
                : names;
    }

    private static boolean isCallback(Method method, String name) {
        return method.getName().equals(name) && method.getParameterCount() == 0;
    }
}
