package io.lockkeeper.agent.methods;

import org.jspecify.annotations.Nullable;

/**
 * The body of a locked method.
 *
 * @param <X> what it throws
 */
@FunctionalInterface
public interface MethodBody<X extends Throwable> {
    @Nullable
    Object call() throws X;
}
