package io.lockkeeper.agent.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which grants a waiter takes of those that it is offered or hears of. */
class LocalWaiterTest {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
    private static final Owner OWNER = new Owner("a", "billing", "billing-1", "host", 1, "main", "");

    private final LocalWaiter waiter = new LocalWaiter(
            new Bid(new LockName("report"), Request.exclusive("a.1", TTL, OWNER)), () -> 0, Machine.JVM, Duration.ZERO);

    /** It was granted, evicted now, and queued again by a repeated enqueue: the offer of the first grant comes last. */
    @Test
    void anOfferThatIsOlderThanTheAnswerThatLeftItQueuedIsNotTaken() {
        waiter.saw(queuedAtToken(100), "a:1", 0);
        waiter.offer(granted(100));
        assertThat(waiter.takeOffer()).isEmpty();
        waiter.offer(granted(101));
        assertThat(waiter.takeOffer()).isPresent();
    }

    @Test
    void anEventIsBelievedOnlyIfItsTokenIsLaterThanTheAnswerThatLeftItQueued() {
        waiter.heard(101, 0);
        assertThat(waiter.takeOffer()).as("before any answer").isEmpty();
        waiter.saw(queuedAtToken(100), "a:1", 0);
        waiter.heard(100, 0);
        assertThat(waiter.takeOffer()).isEmpty();
        waiter.heard(101, 0);
        assertThat(waiter.takeOffer())
                .hasValueSatisfying(grant -> assertThat(grant.isHeard()).isTrue());
    }

    private static Snapshot queuedAtToken(long token) {
        Waiter entry = new Waiter("a.1", 1, TTL, NOW, NOW, NOW.plus(TTL), "a:1", OWNER, 0);
        return new Snapshot(
                new LockDocument("report", 1, token, List.of(), List.of(entry), null, null, NOW.plus(TTL)), NOW);
    }

    private static Grant granted(long token) {
        Holder holder = new Holder("a.1", 1, token, TTL, NOW, NOW, NOW.plus(TTL), "a:0", OWNER, null, null, null, null);
        return new Grant(holder, 0, true, Optional.empty(), false);
    }
}
