package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StandingTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Holder SEEN = holder("seen", 5, null);

    @Test
    void theSameAcquirerAndTokenHoldsStill() {
        assertThat(standing(SEEN)).isInstanceOf(Standing.Holds.class);
    }

    @Test
    void aMarkIsSeen() {
        assertThat(standing(holder("seen", 5, new Eviction("olga", "hung", NOW, NOW.plusSeconds(15)))))
                .isInstanceOf(Standing.Evicted.class);
    }

    @Test
    void anotherAcquirerOrTokenMeansThatTheLeaseHasEnded() {
        Holder other = holder("other", 6, null);
        assertThat(standing(other)).isEqualTo(new Standing.Ended(null, Holders.words(other.owner())));
        assertThat(standing(holder("seen", 6, null))).isInstanceOf(Standing.Ended.class);
    }

    @Test
    void aLockWithoutDocumentHasNoLease() {
        assertThat(Standing.of(Optional.empty(), Seen.of("a", SEEN), NOW)).isEqualTo(new Standing.Ended(null, ""));
    }

    @Test
    void aWaiterThatRanOutIsNotNextInLine() {
        Waiter gone = new Waiter("w", 1, Duration.ofSeconds(30), NOW, NOW, NOW, "s", SEEN.owner(), 0);
        LockDocument lock = new LockDocument("a", 1, 5, List.of(SEEN), List.of(gone), null, null, NOW);
        assertThat(Standing.of(Optional.of(LeaseAcquisitions.lock(lock)), Seen.of("a", SEEN), NOW))
                .isInstanceOfSatisfying(
                        Standing.Holds.class, holds -> assertThat(holds.queue()).isEmpty());
    }

    @Test
    void theStepsOfAnEvictionHandALockOnlyToAWaiter() {
        Waiter waiter = new Waiter("w", 1, Duration.ofSeconds(30), NOW, NOW, NOW.plusSeconds(9), "s", SEEN.owner(), 0);
        assertThat(lastStep(List.of(waiter))).isEqualTo("The lock is handed to the next waiter");
        assertThat(lastStep(List.of())).isEqualTo("The lock is free for the next request");
    }

    @Test
    void theDialogOfALeaseThatRanOutCountsItsHoldNoLonger() {
        LeaseFacts facts = new LeaseFacts(SEEN, List.of(), Duration.ofSeconds(15));
        facts.show(look(new Standing.Holds(LeaseAcquisitions.lock(lock()), Optional.of(SEEN), List.of())), true);
        assertThat(facts.getElement().getTextRecursively()).startsWith("Held by billing");
        facts.show(look(new Standing.RanOut(SEEN)), true);
        assertThat(facts.getElement().getTextRecursively()).startsWith("Was held by billing");
        assertThat(facts.getElement().getOuterHTML())
                .contains("until=\"" + SEEN.expiresAt().toEpochMilli() + "\"");
    }

    private static EvictionViewState look(Standing standing) {
        return new EvictionViewState(standing, new AgentLife.Unknown(), null, false, NOW.plus(Duration.ofHours(1)));
    }

    private static LockDocument lock() {
        return new LockDocument("a", 1, 5, List.of(SEEN), List.of(), null, null, NOW);
    }

    private static String lastStep(List<Waiter> queue) {
        Eviction mark = new Eviction("olga", "hung", NOW, NOW.plusSeconds(15));
        EvictionState.Quarantine state = new EvictionState.Quarantine(mark, Instant.MAX);
        ProgressSteps steps = new ProgressSteps();
        steps.show(new EvictionState.Sent(), new Standing.Evicted(SEEN, state, queue));
        return steps.getElement()
                .getChild(steps.getElement().getChildCount() - 1)
                .getTextRecursively();
    }

    private static Standing standing(Holder holder) {
        LockDocument lock = new LockDocument("a", 1, 5, List.of(holder), List.of(), null, null, NOW);
        return Standing.of(Optional.of(LeaseAcquisitions.lock(lock)), Seen.of("a", SEEN), NOW);
    }

    private static Holder holder(String acquirer, long token, @Nullable Eviction evicted) {
        Owner owner = new Owner("agent", "billing", "bill-1", "host", 1, "main", "");
        Duration ttl = Duration.ofSeconds(30);
        return new Holder(acquirer, 1, token, ttl, NOW, NOW, NOW.plus(ttl), "s", owner, evicted);
    }
}
