package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;

/**
 * What {@link Locked} says of one method, parsed.
 *
 * @param otherwise what a caller gets who is skipped
 */
record LockedMethod(
        Method method,
        Template name,
        LockKind kind,
        int permits,
        int capacity,
        Terms terms,
        WhenRefused whenRefused,
        @Nullable Expression otherwise,
        Template note) {

    /** @throws IllegalArgumentException if the name or the note cannot be made from the arguments */
    LockRequest request(EvaluationContext context) {
        try {
            return terms.of(request(name.name(context))).withNote(note.words(context));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s was not called: %s".formatted(this, e.getMessage()), e);
        }
    }

    LockRequest request(String lock) {
        return switch (kind) {
            case EXCLUSIVE -> LockRequest.of(lock);
            case READING -> LockRequest.reading(lock);
            case WRITING -> LockRequest.writing(lock);
            case PERMITS -> LockRequest.permits(lock, permits, capacity);
        };
    }

    boolean isSkipped() {
        return whenRefused == WhenRefused.SKIP;
    }

    /** Whether a caller who is skipped can be given something that the method does not say. */
    boolean hasEmptyResult() {
        Class<?> type = method.getReturnType();
        boolean valueOfItsOwn = type.isPrimitive() && type != void.class;
        return !valueOfItsOwn && (isPromise(type) || !CompletionStage.class.isAssignableFrom(type));
    }

    @Nullable
    Object skipped(EvaluationContext context) {
        ResolvableType type = ResolvableType.forMethodReturnType(method);
        if (!isPromise(type.resolve(Object.class))) {
            return skipped(type, context);
        }
        Object result = skipped(type.as(CompletionStage.class).getGeneric(), context);
        return result instanceof CompletionStage<?> ? result : CompletableFuture.completedFuture(result);
    }

    private @Nullable Object skipped(ResolvableType type, EvaluationContext context) {
        if (otherwise != null) {
            return evaluated(otherwise, type.resolve(Object.class), context);
        }
        return type.resolve(Object.class) == Optional.class ? Optional.empty() : null;
    }

    private static boolean isPromise(Class<?> type) {
        return CompletionStage.class.isAssignableFrom(type) && type.isAssignableFrom(CompletableFuture.class);
    }

    private @Nullable Object evaluated(Expression expression, Class<?> type, EvaluationContext context) {
        try {
            Object value = expression.getValue(context);
            return value instanceof CompletionStage<?>
                    ? value
                    : context.getTypeConverter()
                            .convertValue(value, TypeDescriptor.forObject(value), TypeDescriptor.valueOf(type));
        } catch (RuntimeException e) { // also what a called method throws
            throw new IllegalStateException(
                    "%s was skipped, but its otherwise = \"%s\" cannot be evaluated: %s"
                            .formatted(this, expression.getExpressionString(), e),
                    e);
        }
    }

    /** The arguments, with the lease where a parameter asks for it. */
    @Nullable
    Object[] withLease(@Nullable Object[] arguments, Lease lease) {
        @Nullable Object[] given = arguments.clone();
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < given.length; i++) {
            given[i] = types[i] == Lease.class ? lease : given[i];
        }
        return given;
    }

    @Override
    public String toString() {
        return describe(method);
    }

    static String describe(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "()";
    }
}
