package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/** Why a method cannot be locked by a proxy, or not in the way that it says. */
final class Unfit {

    private Unfit() {}

    static Optional<String> reason(Method method, Class<?> type) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return Optional.of("is private, which no proxy can override");
        }
        if (Modifier.isStatic(modifiers)) {
            return Optional.of("is static, which no proxy can override");
        }
        if (Modifier.isFinal(modifiers)) {
            return Optional.of("is final, which no proxy can override");
        }
        if (Modifier.isFinal(type.getModifiers()) && !type.isRecord() && method.getDeclaringClass() == type) {
            return Optional.of("is in a final class, of which there is no proxy");
        }
        return isReactive(method)
                ? Optional.of("returns %s, which would run after the lock was released: use ReactiveLocks"
                        .formatted(method.getReturnType().getSimpleName()))
                : Optional.empty();
    }

    static Optional<String> reason(LockedMethod locked) {
        Class<?> result = locked.method().getReturnType();
        boolean primitive = result.isPrimitive() && result != void.class;
        if (locked.isSkipped() && primitive && locked.otherwise() == null) {
            return Optional.of("returns %s, but does not say what it returns when it is skipped: give otherwise"
                    .formatted(result));
        }
        return locked.isSkipped() || locked.otherwise() == null
                ? Optional.empty()
                : Optional.of("gives otherwise, but is never skipped: give whenRefused = SKIP");
    }

    private static boolean isReactive(Method method) {
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(method.getReturnType());
        boolean later = adapter != null && adapter.getDescriptor().isDeferred();
        return later || KotlinDetector.isSuspendingFunction(method);
    }
}
