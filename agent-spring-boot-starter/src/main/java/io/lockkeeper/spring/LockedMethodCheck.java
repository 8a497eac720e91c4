package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.InvalidLockedMethodException;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.MethodLock;
import io.lockkeeper.spring.SelfCalls.SelfCall;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.NativeDetector;

/**
 * Checks every bean at the start, so that a method with {@link Locked} that no lock would protect is found before two instances
 * collide.
 */
public final class LockedMethodCheck implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(LockedMethodCheck.class);

    private final ConfigurableListableBeanFactory beans;
    private final LockedMethods methods;
    private final NamedAgents agents;
    private final Finding selfInvocation;
    private final Set<Class<?>> looked = new HashSet<>();

    /**
     * @param beans to look at
     * @param longestWait of methods that throw when refused and say none themselves
     * @param selfInvocation what to do about a class that calls its own locked methods
     */
    public LockedMethodCheck(
            ConfigurableListableBeanFactory beans, Optional<Duration> longestWait, Finding selfInvocation) {
        this.beans = beans;
        this.methods = new LockedMethods(beans, longestWait);
        this.agents = new NamedAgents(beans);
        this.selfInvocation = selfInvocation;
    }

    /** @throws InvalidLockedMethodException if a method would not be locked */
    @Override
    public void afterSingletonsInstantiated() {
        List<String> problems = new ArrayList<>();
        LockedBean.in(beans).forEach(bean -> look(bean, problems));
        if (!problems.isEmpty()) {
            throw new InvalidLockedMethodException(problems);
        }
    }

    private void look(LockedBean bean, List<String> problems) {
        if (looked.add(bean.type())) {
            bean.methods().forEach(method -> unfit(method, bean.type()).ifPresent(problems::add));
            reportSelfCalls(bean.type(), bean.methods(), problems);
        }
        bean.methods()
                .forEach(method -> CalledOnTheBean.reason(method, bean.definition())
                        .map(reason ->
                                "%s of bean \"%s\" %s".formatted(MethodLock.describe(method), bean.name(), reason))
                        .ifPresent(problems::add));
        if (bean.instance() != null) {
            unreachable(bean.name(), bean.instance(), bean.methods()).ifPresent(problems::add);
        }
    }

    private Optional<String> unfit(Method method, Class<?> type) {
        return Unfit.reason(method, type)
                .or(() -> parsed(method, type))
                .map(reason -> "%s %s".formatted(MethodLock.describe(method), reason));
    }

    private Optional<String> parsed(Method method, Class<?> type) {
        try {
            LockedMethod locked = methods.of(method, type);
            return Unfit.reason(locked).or(() -> refusedByAgent(locked));
        } catch (RuntimeException e) {
            return Optional.of("cannot be understood: " + e.getMessage());
        }
    }

    private Optional<String> refusedByAgent(LockedMethod locked) {
        return locked.lock().terms().ttl().isEmpty() && locked.agent().isEmpty()
                ? Optional.empty()
                : locked.lock().terms().refusedBy(agents.of(locked.agent()).options());
    }

    private void reportSelfCalls(Class<?> type, Set<Method> locked, List<String> problems) {
        if (selfInvocation == Finding.IGNORE || NativeDetector.inNativeImage()) {
            return;
        }
        List<Method> guarded = locked.stream()
                .filter(method -> Unfit.reason(method, type).isEmpty())
                .filter(method -> !LockedMethods.annotation(method, type).getBoolean("allowSelfInvocation"))
                .toList();
        for (SelfCall call : SelfCalls.in(type, guarded)) {
            String message =
                    ("%1$s.%2$s() is called by %3$s() of the same class, past the proxy that takes the lock: move one of them"
                                    + " to another bean. If %3$s() holds the lock already, set allowSelfInvocation = true on %2$s()")
                            .formatted(
                                    type.getSimpleName(),
                                    call.called(),
                                    call.caller().replace("<init>", type.getSimpleName()));
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
                    "Bean \"%s\" has methods with @Locked, but no proxy that takes their locks: it was made too early, by a factory, or registered as it was"
                            .formatted(name));
        }
        return AopUtils.isCglibProxy(bean)
                ? Optional.empty()
                : locked.stream()
                        .filter(method -> !isInAnInterface(method, bean))
                        .findFirst()
                        .map(method -> "%s is in no interface of bean \"%s\", whose proxy has nothing else"
                                .formatted(MethodLock.describe(method), name));
    }

    /** Whether an interface has the method, also as {@code handle(T)}, which the compiler bridges to {@code handle(Order)}. */
    private static boolean isInAnInterface(Method locked, Object bean) {
        return Arrays.stream(bean.getClass().getInterfaces())
                .flatMap(each -> Arrays.stream(each.getMethods()))
                .anyMatch(method -> AopUtils.getMostSpecificMethod(method, AopProxyUtils.ultimateTargetClass(bean))
                        .equals(locked));
    }
}
