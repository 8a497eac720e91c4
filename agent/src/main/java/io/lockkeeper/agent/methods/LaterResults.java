package io.lockkeeper.agent.methods;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Results whose work, or a part of it, is done after the method has returned, when its lock is released already. A {@link CompletionStage} is none:
 * it says when it has ended, and the lock is held until then.
 */
public final class LaterResults {

    /** The advice against such results. */
    public static final String ADVICE =
            "which would run after the lock was released: let it call a method with @Locked, return a"
                    + " CompletableFuture, for which the lock is held, or use acquireAsync";

    /** By name, because most services lack some of them. */
    private static final Set<String> TYPES = Set.of(
            "java.util.concurrent.Callable",
            "java.util.concurrent.Future",
            "java.util.concurrent.Flow$Publisher",
            "java.util.stream.BaseStream",
            "java.util.Iterator",
            "java.util.Spliterator",
            "java.util.Enumeration",
            "org.reactivestreams.Publisher",
            "io.smallrye.mutiny.Uni",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.SingleSource",
            "kotlin.sequences.Sequence",
            "kotlinx.coroutines.Deferred",
            "kotlinx.coroutines.flow.Flow",
            "com.mongodb.client.MongoIterable");

    /** Types that count only if the method declares exactly these, because an object may happen to implement one. */
    private static final Set<String> EXACT_TYPES = Set.of("java.lang.Runnable", "java.util.function.Supplier");

    private static final ClassValue<Boolean> LATER = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return !CompletionStage.class.isAssignableFrom(type) && isA(type, TYPES);
        }
    };

    private LaterResults() {}

    /** Whether every object of the type is one. */
    public static boolean isLater(Class<?> type) {
        return LATER.get(type);
    }

    /** Whether a method that declares this type returns one. */
    public static boolean isLaterAsDeclared(Class<?> type) {
        return isLater(type) || EXACT_TYPES.contains(type.getName());
    }

    /** The kind of later result that the method declares; a suspending function of Kotlin returns when it first waits. */
    public static Optional<String> declared(Method method) {
        return isSuspending(method) ? Optional.of("a continuation") : declared(method.getGenericReturnType());
    }

    /** Whether it is a suspending function of Kotlin. */
    public static boolean isSuspending(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type.getName().equals("kotlin.coroutines.Continuation"));
    }

    private static Optional<String> declared(Type type) {
        return switch (type) {
            case Class<?> plain when isLaterAsDeclared(plain) -> Optional.of(plain.getSimpleName());
            case ParameterizedType generic -> declared(generic);
            default -> Optional.empty();
        };
    }

    private static Optional<String> declared(ParameterizedType generic) {
        Class<?> raw = (Class<?>) generic.getRawType();
        if (raw == Optional.class) {
            return declared(generic.getActualTypeArguments()[0]).map(inner -> "Optional of " + inner);
        }
        return MethodLock.isPromise(raw) ? declared(generic.getActualTypeArguments()[0]) : declared((Type) raw);
    }

    /** The kind of later result that a method with a more general type returned, if any. */
    public static Optional<String> returned(@Nullable Object result) {
        if (result instanceof Optional<?> optional) {
            return returned(optional.orElse(null));
        }
        return result != null && isLater(result.getClass())
                ? Optional.of(result.getClass().getSimpleName())
                : Optional.empty();
    }

    /** Whether the type is one of those, or extends or implements one. */
    public static boolean isA(@Nullable Class<?> type, Set<String> names) {
        return type != null
                && (names.contains(type.getName())
                        || isA(type.getSuperclass(), names)
                        || Stream.of(type.getInterfaces()).anyMatch(each -> isA(each, names)));
    }
}
