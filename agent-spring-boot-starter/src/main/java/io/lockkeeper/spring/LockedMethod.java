package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;

/**
 * What {@link Locked} says of one method, parsed.
 *
 * @param terms what the request has beside name and note
 * @param longestWait zero does not wait
 * @param otherwise what a caller gets who is skipped
 */
record LockedMethod(
        Method method,
        Template name,
        LockKind kind,
        int permits,
        int capacity,
        UnaryOperator<LockRequest> terms,
        Optional<Duration> longestWait,
        WhenRefused whenRefused,
        @Nullable Expression otherwise,
        Template note) {

    LockRequest request(EvaluationContext context) {
        String rendered = name.render(context);
        LockRequest request = switch (kind) {
            case EXCLUSIVE -> LockRequest.of(rendered);
            case READING -> LockRequest.reading(rendered);
            case WRITING -> LockRequest.writing(rendered);
            case PERMITS -> LockRequest.permits(rendered, permits, capacity);
        };
        LockRequest waiting = longestWait.map(request::withLongestWait).orElse(request);
        return terms.apply(waiting).withNote(note.render(context));
    }

    boolean isSkipped() {
        return whenRefused == WhenRefused.SKIP;
    }

    @Nullable
    Object skipped(EvaluationContext context) {
        if (otherwise != null) {
            return otherwise.getValue(context, method.getReturnType());
        }
        return method.getReturnType() == Optional.class ? Optional.empty() : null;
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
