package io.lockkeeper.agent.methods;

import org.jspecify.annotations.Nullable;

/**
 * What a locked method does.
 *
 * @param <X> what it throws
 */
@FunctionalInterface
public interface MethodBody<X extends Throwable> {
    @Nullable
    Object call() throws X;
}
