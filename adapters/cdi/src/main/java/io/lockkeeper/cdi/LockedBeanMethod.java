package io.lockkeeper.cdi;

import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.methods.LaterResults;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.MethodLock;
import io.lockkeeper.agent.methods.Terms;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What {@link Locked} says of one bean's method, read and checked. */
record LockedBeanMethod(MethodLock lock, LockText name, LockText note) {

    /**
     * What the method's annotation says, or for a public method its class's. Others are refused, for Weld does not intercept one that is called on
     * the bean inside of one that it intercepts.
     *
     * @throws IllegalArgumentException if that breaks a rule; the message gives the value and the rule
     */
    static Optional<LockedBeanMethod> find(Method method, Class<?> type) {
        return Optional.ofNullable(annotation(method, type)).map(locked -> read(method, locked));
    }

    static @Nullable Locked annotation(Method method, Class<?> type) {
        Locked own = method.getAnnotation(Locked.class);
        return own == null && isOpen(method) ? type.getAnnotation(Locked.class) : own;
    }

    private static boolean isOpen(Method method) {
        return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
    }

    LockRequest request(@Nullable Object[] arguments) {
        try {
            return lock.request(name.name(arguments)).withNote(note.words(arguments));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s was not called: %s".formatted(lock, e.getMessage()), e);
        }
    }

    /** What a caller gets who is skipped. */
    @Nullable
    Object skipped() {
        Type type = lock.method().getGenericReturnType();
        return MethodLock.isPromise(lock.method().getReturnType())
                ? CompletableFuture.completedFuture(empty(argument(type)))
                : empty(type);
    }

    private static @Nullable Object empty(Type type) {
        Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
        return raw == Optional.class ? Optional.empty() : null;
    }

    private static Type argument(Type type) {
        return type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
    }

    private static LockedBeanMethod read(Method method, Locked locked) {
        refuse(method, locked);
        MethodLock lock = new MethodLock(
                method,
                locked.kind(),
                locked.permits(),
                locked.capacity(),
                Terms.of(name -> DurationText.of(locked, name), locked.whenRefused(), locked.backgroundRelease()),
                locked.whenRefused());
        LockText name = LockText.read(locked.value(), method);
        LockRequest unused = lock.request(name.isConstant() ? locked.value() : "checked");
        if (lock.isSkipped() && !lock.hasEmptyResult()) {
            throw new IllegalArgumentException(
                    "it returns %s, which has no value for a call that is skipped: return an Optional"
                            .formatted(method.getReturnType()));
        }
        return new LockedBeanMethod(lock, name, LockText.read(locked.note(), method));
    }

    private static void refuse(Method method, Locked locked) {
        if (!isOpen(method)) {
            throw new IllegalArgumentException(
                    "it is %s, and not every container intercepts that: make it public and not static"
                            .formatted(Modifier.isStatic(method.getModifiers()) ? "static" : "not public"));
        }
        if (!locked.otherwise().isEmpty()) {
            throw new IllegalArgumentException(
                    "otherwise = \"%s\" is an expression of Spring's: return an Optional, which is empty for a call that is skipped"
                            .formatted(locked.otherwise()));
        }
        LaterResults.declared(method.getGenericReturnType()).ifPresent(later -> {
            throw new IllegalArgumentException("it returns %s, %s".formatted(later, LaterResults.ADVICE));
        });
    }
}
