package io.lockkeeper.console.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the locks.
 *
 * @param asOf the moment for which it is complete, by the server's clock
 * @param freshness {@code live}, {@code behind} or {@code disconnected}
 * @param total how many match; more than are listed where {@code locks} is shorter
 * @param next the value of {@code after} that asks for what follows; null where nothing does, or in another order than by name
 */
record LockList(
        Instant asOf,
        String freshness,
        String notice,
        int total,
        List<LockLine> locks,
        @Nullable String next) {}
