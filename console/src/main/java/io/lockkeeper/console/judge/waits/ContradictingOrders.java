package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.formats.Formats;
import java.time.Duration;
import java.time.Instant;

/**
 * Two locks that were taken in both orders, by different threads.
 *
 * @param first the lock that the one took first, and the other second
 * @param second the other lock
 * @param straight who took {@code first} before {@code second}, and when
 * @param reverse who took them the other way round
 */
public record ContradictingOrders(String first, String second, Taken straight, Taken reverse) {

    /**
     * A thread that took or requested a lock while it held another.
     *
     * @param at when, by the server's clock
     */
    record Taken(AgentThread who, Instant at) {}

    /** The sentence about both threads and their orders. */
    public String sentence(Instant now) {
        return "%s took %s before %s, %s ago; %s took them the other way round, %s ago."
                .formatted(
                        straight.who().name(),
                        Formats.name(first),
                        Formats.name(second),
                        Formats.duration(Duration.between(straight.at(), now)),
                        reverse.who().name(),
                        Formats.duration(Duration.between(reverse.at(), now)));
    }

    boolean isSince(Instant moment) {
        return straight.at().isAfter(moment) && reverse.at().isAfter(moment);
    }
}
