package io.lockkeeper.agent.methods;

import io.lockkeeper.agent.LockRequest;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The parsed and checked {@link Locked} of one bean's method, for containers whose texts take arguments and their properties and nothing
 * else: CDI and Micronaut.
 */
public final class LockedBeanMethod {

    private static final List<String> CALLED_BY_THE_CONTAINER =
            List.of("jakarta.annotation.PostConstruct", "jakarta.annotation.PreDestroy");

    private final MethodLock lock;
    private final String agent;
    private final LockText name;
    private final LockText note;

    private LockedBeanMethod(MethodLock lock, String agent, LockText name, LockText note) {
        this.lock = lock;
        this.agent = agent;
        this.name = name;
        this.note = note;
    }

    public MethodLock lock() {
        return lock;
    }

    /** The name of the agent's bean; empty for the only one. */
    public String agent() {
        return agent;
    }

    /**
     * The method's annotation, or for a public method its class's. Others are refused, because Weld does not intercept a method that is
     * called on the bean inside of one that it intercepts.
     *
     * @throws IllegalArgumentException if that breaks a rule; the message gives the value and the rule
     */
    public static Optional<LockedBeanMethod> find(Method method, Class<?> type) {
        return Optional.ofNullable(annotation(method, type)).map(locked -> read(method, locked));
    }

    /** The method's annotation, or that of its class; null if it has none. */
    public static @Nullable Locked annotation(Method method, Class<?> type) {
        Locked own = method.getAnnotation(Locked.class);
        return own == null && isCoveredByItsClass(method, type) ? type.getAnnotation(Locked.class) : own;
    }

    /** Whether its class's annotation covers the method, if only to be refused: public ones, and those that its package may call. */
    private static boolean isCoveredByItsClass(Method method, Class<?> type) {
        int modifiers = method.getModifiers();
        return !Modifier.isStatic(modifiers)
                && !Modifier.isPrivate(modifiers)
                && (Modifier.isPublic(modifiers)
                        || method.getDeclaringClass().getPackageName().equals(type.getPackageName()));
    }

    /**
     * The request of one call.
     *
     * @throws IllegalArgumentException if the name or the note cannot be made from the arguments
     */
    public LockRequest request(@Nullable Object[] arguments) {
        try {
            return lock.request(name.name(arguments)).withNote(note.words(arguments));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s was not called: %s".formatted(lock, e.getMessage()), e);
        }
    }

    /** The result of a call that is skipped. */
    public @Nullable Object skipped() {
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
        return new LockedBeanMethod(lock, locked.agent(), name, LockText.read(locked.note(), method));
    }

    private static void refuse(Method method, Locked locked) {
        int modifiers = method.getModifiers();
        if (!Modifier.isPublic(modifiers) || Modifier.isStatic(modifiers)) {
            throw new IllegalArgumentException(
                    "it is %s, and not every container intercepts that: make it public and not static, or private and without @Locked"
                            .formatted(Modifier.isStatic(modifiers) ? "static" : "not public"));
        }
        CALLED_BY_THE_CONTAINER.stream()
                .filter(callback -> Arrays.stream(method.getAnnotations())
                        .anyMatch(each -> each.annotationType().getName().equals(callback)))
                .findFirst()
                .ifPresent(callback -> {
                    throw new IllegalArgumentException(
                            ("it has @%s, and no interceptor stands around what the container itself calls: do it in a method with"
                                            + " @Locked that observes Startup or Shutdown")
                                    .formatted(callback.substring(callback.lastIndexOf('.') + 1)));
                });
        if (!locked.otherwise().isEmpty()) {
            throw new IllegalArgumentException(
                    "otherwise = \"%s\" is an expression of Spring's: return an Optional, which is empty for a call that is skipped"
                            .formatted(locked.otherwise()));
        }
        LaterResults.declared(method).ifPresent(later -> {
            throw new IllegalArgumentException("it returns %s, %s".formatted(later, LaterResults.ADVICE));
        });
    }
}
