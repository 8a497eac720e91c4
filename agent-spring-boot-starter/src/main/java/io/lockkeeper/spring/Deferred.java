package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;

/**
 * Results whose work, or a part of it, is done after the method has returned, when its lock is released already. A {@link CompletionStage} is none:
 * it says when it has ended, and the lock is held until then.
 */
final class Deferred {

    static final String ADVICE =
            "which would run after the lock was released: let it call a method with @Locked, return a"
                    + " CompletableFuture, for which the lock is held, or use ReactiveLocks";

    private static final String HTTP_ENTITY = "org.springframework.http.HttpEntity";

    /** By name, for most services lack some of them. */
    private static final Set<String> TYPES = Set.of(
            "java.util.concurrent.Callable",
            "java.util.concurrent.Future",
            "java.util.stream.BaseStream",
            "java.util.Iterator",
            "java.util.Spliterator",
            "java.util.Enumeration",
            "kotlin.sequences.Sequence",
            "com.mongodb.client.MongoIterable",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    /** An object may happen to be one of these, so a method has to return just that. */
    private static final Set<String> EXACT_TYPES = Set.of("java.lang.Runnable", "java.util.function.Supplier");

    private static final Set<String> WRAPPERS = Set.of("java.util.Optional", HTTP_ENTITY);

    private static final ClassValue<Boolean> DEFERRED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return !CompletionStage.class.isAssignableFrom(type) && (isReactive(type) || isA(type, TYPES));
        }
    };

    private Deferred() {}

    /** Such a result, as the method declares it. */
    static Optional<String> declared(Method method, Class<?> type) {
        return KotlinDetector.isSuspendingFunction(method)
                ? Optional.of("a continuation")
                : find(ResolvableType.forMethodReturnType(method, type));
    }

    /** Such a result of a method that declares something more general. */
    static Optional<String> returned(@Nullable Object result) {
        if (result == null) {
            return Optional.empty();
        }
        if (DEFERRED.get(result.getClass())) {
            return Optional.of(result.getClass().getSimpleName());
        }
        if (result instanceof Optional<?> optional) {
            return returned(optional.orElse(null));
        }
        return isA(result.getClass(), Set.of(HTTP_ENTITY)) ? returned(Http.body(result)) : Optional.empty();
    }

    private static Optional<String> find(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (DEFERRED.get(raw) || EXACT_TYPES.contains(raw.getName())) {
            return Optional.of(raw.getSimpleName());
        }
        if (CompletionStage.class.isAssignableFrom(raw)) {
            return find(type.as(CompletionStage.class).getGeneric());
        }
        return isA(raw, WRAPPERS)
                ? find(type.getGeneric()).map(inner -> raw.getSimpleName() + " of " + inner)
                : Optional.empty();
    }

    private static boolean isReactive(Class<?> type) {
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
        return adapter != null && adapter.getDescriptor().isDeferred();
    }

    private static boolean isA(@Nullable Class<?> type, Set<String> names) {
        return type != null
                && (names.contains(type.getName())
                        || isA(type.getSuperclass(), names)
                        || Stream.of(type.getInterfaces()).anyMatch(each -> isA(each, names)));
    }

    /** The only one to use a type of Spring's web parts, so that it is loaded where those are. */
    private static final class Http {
        static @Nullable Object body(Object entity) {
            return ((HttpEntity<?>) entity).getBody();
        }
    }
}
