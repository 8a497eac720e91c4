package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.Locked;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * A bean that has methods with {@link Locked}.
 *
 * @param instance null if it has not been made yet, or not by the container itself
 * @param definition null if it was registered without one
 */
record LockedBean(
        String name,
        @Nullable Object instance,
        Class<?> type,
        Set<Method> methods,
        @Nullable BeanDefinition definition) {

    /** All such beans, also those that were registered without a definition or made by factories. */
    static List<LockedBean> in(ConfigurableListableBeanFactory beans) {
        List<LockedBean> found = new ArrayList<>();
        beans.getBeanNamesIterator().forEachRemaining(name -> {
            Object instance = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
            if (instance != null) {
                found.add(of(name, instance, AopProxyUtils.ultimateTargetClass(instance), beans));
            }
            if (instance == null || instance instanceof FactoryBean<?>) {
                Optional.ofNullable(beans.getType(name, false))
                        .ifPresent(type -> found.add(of(name, null, type, beans)));
            }
        });
        return found.stream().filter(bean -> !bean.methods().isEmpty()).toList();
    }

    private static LockedBean of(
            String name, @Nullable Object instance, Class<?> type, ConfigurableListableBeanFactory beans) {
        Class<?> written = ClassUtils.getUserClass(type);
        return new LockedBean(
                name,
                instance,
                written,
                LockedMethods.in(written),
                beans.containsBeanDefinition(name) ? beans.getMergedBeanDefinition(name) : null);
    }
}
