package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;

/** Finds the reasons why a proxy cannot lock a method, or not as its annotation says. */
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
        if (!Modifier.isPublic(modifiers) && !LockedMethods.isAnnotated(method)) {
            return Optional.of(
                    "is not public, and @Locked on a class is for its public methods: make it public, or private if"
                            + " only its class calls it, or give it @Locked of its own");
        }
        return Deferred.declared(method, type).map(result -> "returns %s, %s".formatted(result, Deferred.ADVICE));
    }

    static Optional<String> reason(LockedMethod locked) {
        if (locked.lock().isSkipped()
                && locked.otherwise() == null
                && !locked.lock().hasEmptyResult()) {
            return Optional.of("returns %s, but does not say what it returns when it is skipped: give otherwise"
                    .formatted(locked.method().getReturnType()));
        }
        return locked.lock().isSkipped() || locked.otherwise() == null
                ? Optional.empty()
                : Optional.of("gives otherwise, but is never skipped: give whenRefused = SKIP");
    }
}
