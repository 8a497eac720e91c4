package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whom a change of a lock concerns. */
class HintTest {

    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);

    @Test
    void whomTheChangeItselfWokeIsToldInItsWords() {
        LockDocument lock = lock("b:7 a.1=5+9 c.2?", List.of(holder("a.1", NOW, null)), List.of());
        assertThat(Hint.of(lock, "b:7", owner -> true))
                .containsExactly(new Hint("a", "a.1=5+9"), new Hint("c", "c.2?"));
    }

    @Test
    void whatAnotherChangeWokeProvesNoToken() {
        LockDocument lock = lock("b:7 a.1=5", List.of(holder("a.1", NOW, null)), List.of());
        assertThat(Hint.of(lock, "b:71", owner -> true)).isEmpty();
        assertThat(Hint.of(lock, "b:", owner -> true)).isEmpty();
        assertThat(Hint.ofAll(lock, owner -> true)).containsExactly(new Hint("a", "a.1"));
    }

    @Test
    void onlyAgentsThatReadHintsThereAreTold() {
        LockDocument lock = lock("b:7 a.1=5", List.of(holder("a.1", NOW, null)), List.of());
        assertThat(Hint.of(lock, "b:7", owner -> owner.wakes() == HintPlace.DATABASE))
                .isEmpty();
        assertThat(Hint.ofAll(lock, owner -> owner.wakes() == HintPlace.DATABASE))
                .isEmpty();
    }

    @Test
    void whoseLeaseWasTouchedKnowsOfItUnlessItIsEvictedOrWanted() {
        Holder touched = holder("a.1", NOW.plusSeconds(3), null);
        assertThat(Hint.ofAll(lock(null, List.of(touched), List.of()), owner -> true))
                .isEmpty();
        Keep keep = new Keep(Duration.ofMinutes(1), 10);
        Holder kept = holder("a.1", NOW.plusSeconds(3), keep);
        assertThat(Hint.ofAll(lock(null, List.of(kept), List.of()), owner -> true))
                .isEmpty();
        assertThat(Hint.ofAll(lock(null, List.of(kept), List.of(waiter("c.2"))), owner -> true))
                .containsExactly(new Hint("a", "a.1?"));
    }

    @Test
    void anAgentsCollectionIsTheSameForEveryWriter() {
        assertThat(HintPlace.LOCAL.collection("app", "1k2x")).isEqualTo("lock_wakes.app.6");
        assertThat(HintPlace.DATABASE.collection("app", "1k2x")).isEqualTo("lock_wakes.6");
        assertThat(HintPlace.of("elsewhere")).isEmpty();
    }

    private static LockDocument lock(@Nullable String wake, List<Holder> holders, List<Waiter> queue) {
        return new LockDocument("report", 1, 5, holders, queue, null, wake, NOW.plus(TTL));
    }

    private static Holder holder(String acquirer, Instant updatedAt, @Nullable Keep keep) {
        return new Holder(
                acquirer, 1, 5, TTL, NOW, updatedAt, updatedAt.plus(TTL), "s", owner(), null, null, keep, null);
    }

    private static Waiter waiter(String acquirer) {
        return new Waiter(acquirer, 1, TTL, NOW, NOW, NOW.plus(TTL), "s", owner(), 0);
    }

    private static Owner owner() {
        return new Owner("a", "billing", "billing-1", "h", 1, "main", "").waking(HintPlace.LOCAL);
    }
}
