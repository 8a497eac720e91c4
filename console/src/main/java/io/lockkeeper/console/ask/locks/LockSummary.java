package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.remember.history.Usual;
import org.jspecify.annotations.Nullable;

/**
 * What there is to say of a lock before anything else.
 *
 * @param facts what is shown of it
 * @param sentence who holds it, whether that process is alive, what is usual, what its thread is doing, who waits; empty where
 *     there is nothing to say
 * @param usual what is usual for it; null while its history is not recorded, or cannot be read
 */
public record LockSummary(
        LockFacts facts, String sentence, @Nullable Usual usual) {}
