package io.lockkeeper.cdi;

import io.lockkeeper.agent.methods.InvalidLockedMethodException;
import io.lockkeeper.agent.methods.LockedBeanMethod;
import io.lockkeeper.agent.methods.MethodLock;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks every bean at the start, so that a method that no lock would protect is found before two instances collide. */
@Singleton
public class LockedBeansCheck {

    private final BeanManager beans;
    private final BeanLocks locks;

    /** Called by the container. */
    @Inject
    public LockedBeansCheck(BeanManager beans, BeanLocks locks) {
        this.beans = beans;
        this.locks = locks;
    }

    /**
     * Called by the container when the application starts.
     *
     * @throws InvalidLockedMethodException if a method would not be locked
     */
    public void check(@Observes @Priority(1) Startup started) {
        List<String> problems = beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .map(Bean::getBeanClass)
                .filter(Objects::nonNull)
                .distinct()
                .flatMap(this::problems)
                .sorted()
                .toList();
        if (!problems.isEmpty()) {
            throw new InvalidLockedMethodException(problems);
        }
    }

    private Stream<String> problems(Class<?> type) {
        return Stream.<Class<?>>iterate(type, each -> each != null && each != Object.class, Class::getSuperclass)
                .flatMap(each -> Stream.of(each.getDeclaredMethods()))
                .filter(method -> !method.isSynthetic() && LockedBeanMethod.annotation(method, type) != null)
                .flatMap(method -> problem(method, type).stream());
    }

    private Optional<String> problem(Method method, Class<?> type) {
        try {
            return locks.find(method, type)
                    .filter(locked -> locked.lock().terms().ttl().isPresent()
                            || !locked.agent().isEmpty())
                    .flatMap(locked -> locked.lock()
                            .terms()
                            .refusedBy(locks.agent(locked.agent()).options()))
                    .map(reason -> MethodLock.describe(method) + " " + reason);
        } catch (IllegalArgumentException e) {
            return Optional.of("%s cannot be understood: %s".formatted(MethodLock.describe(method), e.getMessage()));
        }
    }
}
