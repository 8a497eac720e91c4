package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.formats.Formats;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One step of a circle: a waiter, the lock, and the party in its way.
 *
 * @param next the wait of the party in the way
 * @param held the lease that is in the way, or null if the party is ahead in the queue
 */
public record Link(Waiting waiting, Waiting next, @Nullable Held held) {

    /** The names of the step's locks. */
    public Stream<String> locks() {
        Stream<String> wanted = Stream.of(waiting.name(), next.name());
        return held == null ? wanted : Stream.concat(wanted, Stream.of(held.name()));
    }

    /** The step, for example "billing · bill-1 · worker-3 waits for order:1, which shop · shop-2 · http-7 holds". */
    String sentence() {
        String who = waiting.who().name();
        String lock = Formats.name(waiting.name());
        if (held == null) {
            return "%s waits for %s behind %s".formatted(who, lock, next.who().name());
        }
        return held.who().equals(waiting.who())
                ? "%s waits for %s, which it holds itself".formatted(who, lock)
                : "%s waits for %s, which %s holds"
                        .formatted(who, lock, held.who().name());
    }
}
