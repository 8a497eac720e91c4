package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.LaterResults;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;

/** Recognizes results that come later: those of {@link LaterResults}, and those that only Spring knows. */
final class Deferred {

    static final String ADVICE = LaterResults.ADVICE + " or ReactiveLocks";

    private static final String HTTP_ENTITY = "org.springframework.http.HttpEntity";

    private static final Set<String> TYPES = Set.of(
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    private static final Set<String> WRAPPERS = Set.of("java.util.Optional", HTTP_ENTITY);

    private static final ClassValue<Boolean> DEFERRED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return !CompletionStage.class.isAssignableFrom(type)
                    && (LaterResults.isLater(type) || isReactive(type) || LaterResults.isA(type, TYPES));
        }
    };

    private Deferred() {}

    /** The kind of later result that the method declares, if any. */
    static Optional<String> declared(Method method, Class<?> type) {
        return LaterResults.isSuspending(method)
                ? Optional.of("a continuation")
                : find(ResolvableType.forMethodReturnType(method, type));
    }

    /** The kind of later result that a method with a more general type returned, if any. */
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
        return LaterResults.isA(result.getClass(), Set.of(HTTP_ENTITY))
                ? returned(Http.body(result))
                : Optional.empty();
    }

    private static Optional<String> find(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (DEFERRED.get(raw) || LaterResults.isLaterAsDeclared(raw)) {
            return Optional.of(raw.getSimpleName());
        }
        if (CompletionStage.class.isAssignableFrom(raw)) {
            return find(type.as(CompletionStage.class).getGeneric());
        }
        return LaterResults.isA(raw, WRAPPERS)
                ? find(type.getGeneric()).map(inner -> raw.getSimpleName() + " of " + inner)
                : Optional.empty();
    }

    private static boolean isReactive(Class<?> type) {
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
        return adapter != null && adapter.getDescriptor().isDeferred();
    }

    /** The only class that uses a type of Spring's web modules, so that it is loaded only where they are present. */
    private static final class Http {
        static @Nullable Object body(Object entity) {
            return ((HttpEntity<?>) entity).getBody();
        }
    }
}
