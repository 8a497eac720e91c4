package io.lockkeeper.agent.hints;

import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Locks as answers show them: an acquirer is its agent's name, a dot and a number. */
final class Locks {

    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);

    private Locks() {}

    static LockDocument lock(String wake, List<Holder> holders, Waiter... queue) {
        return new LockDocument("report", 1, 5, holders, List.of(queue), null, wake, NOW.plus(TTL));
    }

    static Holder kept(String acquirer, HintPlace place) {
        Keep keep = new Keep(Duration.ofMinutes(1), 10);
        return new Holder(
                acquirer,
                1,
                5,
                TTL,
                NOW,
                NOW.plusSeconds(1),
                NOW.plus(TTL),
                "s",
                owner(acquirer, place),
                null,
                null,
                keep,
                null);
    }

    static Waiter waiter(String acquirer, @Nullable HintPlace place) {
        return new Waiter(acquirer, 1, TTL, NOW, NOW, NOW.plus(TTL), "s", owner(acquirer, place), 0);
    }

    static Waiter[] waiters(String... acquirers) {
        return Stream.of(acquirers).map(each -> waiter(each, HintPlace.LOCAL)).toArray(Waiter[]::new);
    }

    private static Owner owner(String acquirer, @Nullable HintPlace place) {
        String agent = acquirer.substring(0, acquirer.indexOf('.'));
        return new Owner(agent, agent, agent, "host", 1, "main", "").waking(place);
    }
}
