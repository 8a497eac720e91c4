package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.Locked;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.aop.support.annotation.AnnotationClassFilter;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;

/**
 * Puts {@link LockedInterceptor} around the methods with {@link Locked}, outside of the advice for transactions and inside of that
 * for asynchronous calls.
 */
public final class LockedAdvisor extends DefaultPointcutAdvisor {

    /** Outside of transactions, caches and all other advice with the default order. */
    public static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

    /**
     * @param beans of which the agents are some
     * @param longestWait of methods that throw when refused and say none themselves
     * @param insideTransaction what to do about a call inside a transaction
     */
    public LockedAdvisor(
            ConfigurableListableBeanFactory beans, Optional<Duration> longestWait, Finding insideTransaction) {
        super(
                new ComposablePointcut((Pointcut) new AnnotationMatchingPointcut(null, Locked.class, true))
                        .union((Pointcut) new OfClass()),
                new LockedInterceptor(
                        new NamedAgents(beans), new LockedMethods(beans, longestWait), insideTransaction));
        setOrder(ORDER);
    }

    /** Matches the methods that an annotated class covers. */
    private static final class OfClass extends StaticMethodMatcherPointcut {
        OfClass() {
            setClassFilter(new AnnotationClassFilter(Locked.class, true));
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return LockedMethods.annotation(AopUtils.getMostSpecificMethod(method, targetClass), targetClass)
                    .isPresent();
        }
    }
}
