package io.lockkeeper.console.watch.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentActivitiesTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner BILLING = Locks.owner("billing", "bill-1", 1, "", "");
    private static final Owner SHOP = Locks.owner("shop", "shop-1", 2, "", "");

    @Test
    void itCountsLiveLeasesAndWaitersOfEachAgent() {
        AgentActivities doings = AgentActivities.of(
                List.of(
                        lock("a", List.of(held(BILLING, 4, null)), List.of(SHOP)),
                        lock("b", List.of(held(BILLING, 9, null)), List.of()),
                        lock("c", List.of(held(BILLING, 31, null)), List.of())),
                NOW);
        AgentActivity billing = doings.of("billing-1");
        assertThat(billing.held()).isEqualTo(2);
        assertThat(billing.touched()).isEqualTo(ago(4));
        assertThat(billing.oldestRenewal()).isEqualTo(ago(9));
        assertThat(billing.lateSince()).isNull();
        assertThat(doings.of("shop-2").waiting()).isEqualTo(1);
        assertThat(doings.of("nobody")).isEqualTo(AgentActivity.NOTHING);
    }

    @Test
    void theMostOverdueRenewalTellsHowLateAnAgentIs() {
        AgentActivity doing = doing(held(BILLING, 20, null), held(BILLING, 27, null), held(BILLING, 1, null));
        assertThat(doing.lateSince()).isEqualTo(ago(12).plusMillis(1));
        assertThat(doing.overdue()).isTrue();
        assertThat(doing.oldestRenewal()).isEqualTo(ago(27));
    }

    @Test
    void nobodyRenewsAnEvictedLease() {
        AgentActivity doing = doing(held(BILLING, 25, new Eviction("ops", "hung", ago(5), NOW.plusSeconds(10))));
        assertThat(doing.held()).isEqualTo(1);
        assertThat(doing.lateSince()).isNull();
        assertThat(doing.oldestRenewal()).isNull();
        assertThat(doing.overdue()).isFalse();
    }

    @Test
    void whatASilentAgentStillHoldsIsListedByItsEnd() {
        List<Lock> locks = List.of(
                lock("later", List.of(held(BILLING, 5, null)), List.of()),
                lock("soon", List.of(held(BILLING, 25, null)), List.of(SHOP)),
                lock("over", List.of(held(BILLING, 31, null)), List.of()),
                lock("other", List.of(held(SHOP, 25, null)), List.of()));
        assertThat(AgentActivities.remaining(locks, Set.of("billing-1"), NOW).get("billing-1"))
                .containsExactly(
                        new Remaining("soon", 7, ago(25), NOW.plusSeconds(5), 1),
                        new Remaining("later", 7, ago(5), NOW.plusSeconds(25), 0));
    }

    private static AgentActivity doing(Holder... leases) {
        return AgentActivities.of(List.of(lock("a", List.of(leases), List.of())), NOW)
                .of("billing-1");
    }

    private static Lock lock(String name, List<Holder> holders, List<Owner> waiting) {
        List<Waiter> queue = waiting.stream()
                .map(owner -> new Waiter("w", 1, TTL, NOW, NOW, NOW.plus(TTL), "s", owner, 0))
                .toList();
        return Lock.of(new LockDocument(name, 9, 7, holders, queue, null, null, NOW));
    }

    private static Holder held(Owner owner, int touched, @Nullable Eviction evicted) {
        Instant at = ago(touched);
        return new Holder("a", 1, 7, TTL, ago(600), at, at.plus(TTL), "s", owner, evicted);
    }

    private static Instant ago(int seconds) {
        return NOW.minusSeconds(seconds);
    }
}
