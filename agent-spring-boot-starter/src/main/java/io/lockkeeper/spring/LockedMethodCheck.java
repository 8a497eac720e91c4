package io.lockkeeper.spring;

import io.lockkeeper.spring.SelfCalls.SelfCall;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.NativeDetector;
import org.springframework.util.ClassUtils;

/**
 * Looks at every bean once all are there: a method with {@link Locked} that no lock would protect is found when the service starts, not
 * when two of its instances meet.
 */
public final class LockedMethodCheck implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(LockedMethodCheck.class);

    private final ConfigurableListableBeanFactory beans;
    private final LockedMethods methods;
    private final Finding selfInvocation;
    private final Map<Class<?>, Boolean> looked = new ConcurrentHashMap<>();

    /**
     * @param beans to look at
     * @param selfInvocation what to do about a class that calls its own locked methods
     */
    public LockedMethodCheck(ConfigurableListableBeanFactory beans, Finding selfInvocation) {
        this.beans = beans;
        this.methods = new LockedMethods(beans);
        this.selfInvocation = selfInvocation;
    }

    /** @throws InvalidLockedMethodException if a method would not be locked */
    @Override
    public void afterSingletonsInstantiated() {
        List<String> problems = new ArrayList<>();
        for (String name : beans.getBeanDefinitionNames()) {
            Object bean = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
            Class<?> type = bean == null ? beans.getType(name, false) : AopProxyUtils.ultimateTargetClass(bean);
            if (type != null) {
                look(name, bean, ClassUtils.getUserClass(type), problems);
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidLockedMethodException(problems);
        }
    }

    private void look(String name, @Nullable Object bean, Class<?> type, List<String> problems) {
        Set<Method> locked = LockedMethods.in(type);
        if (locked.isEmpty()) {
            return;
        }
        if (looked.putIfAbsent(type, true) == null) {
            locked.forEach(method -> unfit(method, type).ifPresent(problems::add));
            reportSelfCalls(type, locked, problems);
        }
        if (bean != null) {
            unreachable(name, bean, locked).ifPresent(problems::add);
        }
    }

    private Optional<String> unfit(Method method, Class<?> type) {
        return Unfit.reason(method, type)
                .or(() -> parsed(method, type))
                .map(reason -> "%s %s".formatted(LockedMethod.describe(method), reason));
    }

    private Optional<String> parsed(Method method, Class<?> type) {
        try {
            return Unfit.reason(methods.of(method, type));
        } catch (RuntimeException e) {
            return Optional.of("cannot be understood: " + e.getMessage());
        }
    }

    private void reportSelfCalls(Class<?> type, Set<Method> locked, List<String> problems) {
        if (selfInvocation == Finding.IGNORE || NativeDetector.inNativeImage()) {
            return;
        }
        for (SelfCall call : SelfCalls.in(type, locked)) {
            String message =
                    ("%1$s.%2$s() is called by %3$s() of the same class, past the proxy that takes the lock: move one"
                                    + " of them to another bean, or set lockkeeper.locked.self-invocation=warn if the lock is held"
                                    + " already")
                            .formatted(type.getSimpleName(), call.called(), call.caller());
            if (selfInvocation == Finding.FAIL) {
                problems.add(message);
            } else {
                log.warn(message);
            }
        }
    }

    private static Optional<String> unreachable(String name, Object bean, Set<Method> locked) {
        boolean advised = bean instanceof Advised proxy
                && Arrays.stream(proxy.getAdvisors()).anyMatch(LockedAdvisor.class::isInstance);
        if (!advised) {
            return Optional.of(
                    "Bean \"%s\" has methods with @Locked, but no proxy that takes their locks: it was made too early, or by a factory"
                            .formatted(name));
        }
        return locked.stream()
                .filter(method -> !AopUtils.isCglibProxy(bean)
                        && !ClassUtils.hasMethod(bean.getClass(), method.getName(), method.getParameterTypes()))
                .findFirst()
                .map(method -> "%s is in no interface of bean \"%s\", whose proxy has nothing else"
                        .formatted(LockedMethod.describe(method), name));
    }
}
