package io.lockkeeper.spring;

import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.MethodLock;
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
 * The parsed {@link Locked} of one method.
 *
 * @param agent the name of its bean; empty for the only or primary one
 * @param otherwise the result of a call that is skipped
 */
record LockedMethod(
        MethodLock lock,
        String agent,
        Template name,
        @Nullable Expression otherwise,
        Template note) {

    Method method() {
        return lock.method();
    }

    /** @throws IllegalArgumentException if the name or the note cannot be made from the arguments */
    LockRequest request(EvaluationContext context) {
        try {
            return lock.request(name.name(context)).withNote(note.words(context));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s was not called: %s".formatted(this, e.getMessage()), e);
        }
    }

    @Nullable
    Object skipped(EvaluationContext context) {
        ResolvableType type = ResolvableType.forMethodReturnType(lock.method());
        if (!MethodLock.isPromise(type.resolve(Object.class))) {
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

    @Override
    public String toString() {
        return lock.toString();
    }
}
