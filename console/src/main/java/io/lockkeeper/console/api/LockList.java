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
 * @param moreFree whether free locks were asked for of which the console does not keep all: it knows the 1,000 that became free
 *     last, and any other only by its name
 * @param next the value of {@code after} that asks for what follows; null where nothing does, or in another order than by name
 */
record LockList(
        Instant asOf,
        String freshness,
        String notice,
        int total,
        boolean moreFree,
        List<LockLine> locks,
        @Nullable String next) {}
