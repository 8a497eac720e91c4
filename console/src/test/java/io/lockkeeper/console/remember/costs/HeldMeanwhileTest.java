package io.lockkeeper.console.remember.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.LeaseSpan;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.WaitSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class HeldMeanwhileTest {

    private static final Instant FROM = Instant.parse("2026-11-22T03:00:00Z");
    private static final Instant UNTIL = FROM.plusSeconds(3_600);
    private static final Party SHOP = new Party("agent", "shop", "shop-1", "host", 1, "main", "");

    @Test
    void aWaitIsWhatThoseCostWhoHeldMeanwhile() {
        assertThat(episodes(List.of(lease(1, 1, 0, 20), lease(2, 1, 25, 60), lease(3, 1, 60, 90)), waited(10, 70)))
                .extracting(HeldMeanwhileTest::token, CostEpisode::from, CostEpisode::until, CostEpisode::millis)
                .containsExactly(
                        tuple(1L, at(10), at(20), 10_000L),
                        tuple(null, at(20), at(25), 5_000L),
                        tuple(2L, at(25), at(60), 35_000L),
                        tuple(3L, at(60), at(70), 10_000L));
    }

    @Test
    void whoHoldAtOnceShareAWaitByTheirWeights() {
        assertThat(episodes(List.of(lease(1, 3, 0, 100), lease(2, 1, 0, 100)), waited(0, 40)))
                .extracting(HeldMeanwhileTest::token, CostEpisode::millis)
                .containsExactly(tuple(1L, 30_000L), tuple(2L, 10_000L));
    }

    /** One was evicted at once while its process went on, or a clock was set back: their weights together are no number of 32 bits. */
    @Test
    void twoWritersOfOneReadWriteLockShareAWait() {
        assertThat(episodes(List.of(lease(1, 1 << 30, 0, 100), lease(2, 1 << 30, 0, 100)), waited(0, 40)))
                .extracting(HeldMeanwhileTest::token, CostEpisode::millis)
                .containsExactly(tuple(1L, 20_000L), tuple(2L, 20_000L));
    }

    @Test
    void onlyThePartWithinTheTimeCounts() {
        assertThat(episodes(List.of(lease(1, 1, -90, null)), waited(-30, null)))
                .extracting(CostEpisode::from, CostEpisode::until, CostEpisode::millis)
                .containsExactly(tuple(FROM, UNTIL, 3_600_000L));
        assertThat(episodes(List.of(lease(1, 1, -90, null)), waited(-30, -1))).isEmpty();
    }

    @Test
    void aLongLeaseIsFoundBehindManyThatEndedBeforeTheWait() {
        List<LeaseSpan> leases = new ArrayList<>(List.of(lease(1, 1, 0, 1_000)));
        for (int i = 0; i < 100; i++) {
            leases.add(lease(2 + i, 1, 1 + i, 2 + i));
        }
        assertThat(episodes(leases, waited(500, 600)))
                .extracting(HeldMeanwhileTest::token)
                .containsExactly(1L);
    }

    @RepeatedTest(50)
    void nothingOfAWaitIsLostOrCountedTwice(RepetitionInfo turn) {
        Random random = new Random(turn.getCurrentRepetition());
        List<LeaseSpan> leases = new ArrayList<>();
        for (int i = 0; i < random.nextInt(40); i++) {
            int granted = random.nextInt(-500, 4_000);
            leases.add(lease(
                    i, 1 + random.nextInt(4), granted, random.nextInt(9) == 0 ? null : granted + random.nextInt(600)));
        }
        WaitSpan wait = waited(random.nextInt(0, 2_000), random.nextInt(2_000, 3_600));
        List<CostEpisode> episodes = episodes(leases, wait);
        long waited = Duration.between(wait.since(), wait.until()).toMillis();
        assertThat(episodes.stream().mapToLong(CostEpisode::millis).sum())
                .as("the sum, rounded once an episode")
                .isBetween(waited - episodes.size(), waited + episodes.size());
    }

    private static List<CostEpisode> episodes(List<LeaseSpan> leases, WaitSpan wait) {
        return new HeldMeanwhile(leases, FROM, UNTIL).episodes(wait);
    }

    private static @Nullable Long token(CostEpisode episode) {
        return episode.lease() == null ? null : episode.lease().token();
    }

    private static WaitSpan waited(int since, @Nullable Integer until) {
        return new WaitSpan(LockId.first("lock"), SHOP, at(since), until == null ? null : at(until));
    }

    private static LeaseSpan lease(long token, int weight, int granted, @Nullable Integer ended) {
        return new LeaseSpan(LockId.first("lock"), token, SHOP, weight, at(granted), ended == null ? null : at(ended));
    }

    private static Instant at(int second) {
        return FROM.plusSeconds(second);
    }
}
