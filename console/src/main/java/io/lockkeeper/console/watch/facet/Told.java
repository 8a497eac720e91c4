package io.lockkeeper.console.watch.facet;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What somebody said of locks at a time.
 *
 * @param until when it held no longer
 * @param lock the lock; null where it is about several
 * @param words what, in a sentence
 */
public record Told(Instant at, Instant until, @Nullable LockId lock, String words) {}
