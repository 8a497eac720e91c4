package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.Locked;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * A bean that has methods with {@link Locked}.
 *
 * @param instance null if it has not been made yet
 */
record LockedBean(String name, @Nullable Object instance, Class<?> type, Set<Method> methods) {

    static List<LockedBean> in(ConfigurableListableBeanFactory beans) {
        return Stream.of(beans.getBeanDefinitionNames())
                .flatMap(name -> Stream.ofNullable(of(name, beans)))
                .filter(bean -> !bean.methods().isEmpty())
                .toList();
    }

    private static @Nullable LockedBean of(String name, ConfigurableListableBeanFactory beans) {
        Object instance = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
        Class<?> type = instance == null ? beans.getType(name, false) : AopProxyUtils.ultimateTargetClass(instance);
        if (type == null) {
            return null;
        }
        Class<?> written = ClassUtils.getUserClass(type);
        return new LockedBean(name, instance, written, LockedMethods.in(written));
    }
}
