package io.lockkeeper.agent.methods;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The part of {@link Locked} that all frameworks read alike, without name, note and the result of a skipped call. */
public record MethodLock(
        Method method, LockKind kind, int permits, int capacity, Terms terms, WhenRefused whenRefused) {

    /**
     * Checks that they go together.
     *
     * @throws IllegalArgumentException if they do not; the message gives the values and the rule
     */
    public MethodLock {
        if (kind != LockKind.PERMITS && (permits != 1 || capacity != 1)) {
            throw new IllegalArgumentException("permits and capacity are for kind = PERMITS; this is " + kind);
        }
    }

    /**
     * The request for a lock of that name.
     *
     * @throws IllegalArgumentException if no lock can have the name, or the terms break a rule of {@link LockRequest}
     */
    public LockRequest request(String lock) {
        return terms.of(
                switch (kind) {
                    case EXCLUSIVE -> LockRequest.of(lock);
                    case READING -> LockRequest.reading(lock);
                    case WRITING -> LockRequest.writing(lock);
                    case PERMITS -> LockRequest.permits(lock, permits, capacity);
                });
    }

    public boolean isSkipped() {
        return whenRefused == WhenRefused.SKIP;
    }

    /** Whether a skipped call can have a result that the annotation does not specify. */
    public boolean hasEmptyResult() {
        Class<?> type = method.getReturnType();
        boolean valueOfItsOwn = type.isPrimitive() && type != void.class;
        return !valueOfItsOwn && (isPromise(type) || !CompletionStage.class.isAssignableFrom(type));
    }

    /** Whether a result of that type can be a {@link CompletableFuture}. */
    public static boolean isPromise(Class<?> type) {
        return CompletionStage.class.isAssignableFrom(type) && type.isAssignableFrom(CompletableFuture.class);
    }

    /** The arguments, with the lease where a parameter asks for it. */
    public @Nullable Object[] withLease(@Nullable Object[] arguments, Lease lease) {
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

    /** The method's name in messages. */
    public static String describe(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "()";
    }
}
