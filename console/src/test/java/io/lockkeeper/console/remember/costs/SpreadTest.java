package io.lockkeeper.console.remember.costs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.TimeSlices;
import io.lockkeeper.console.remember.history.WaitSpan;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SpreadTest {

    private static final Instant FROM = Instant.parse("2026-11-22T03:00:00Z");
    private static final TimeSlices SLICES = TimeSlices.of(FROM, FROM.plusSeconds(300), 5, List.of());

    @Test
    void anEpisodeIsSpreadEvenlyOverItsSlices() {
        Spread spread = new Spread(SLICES);
        spread.add(episode(30, 150, 60_000));
        assertThat(millis(spread)).containsExactly(15_000L, 30_000L, 15_000L, 0L, 0L);
        assertThat(spread.dearest()).isEqualTo(1);
        spread.add(episode(240, 300, 60_000));
        assertThat(millis(spread)).containsExactly(15_000L, 30_000L, 15_000L, 0L, 60_000L);
        assertThat(spread.dearest()).isEqualTo(4);
    }

    @Test
    void nothingOfACostIsLost() {
        Spread one = new Spread(SLICES);
        one.add(episode(0, 300, 299_999));
        one.add(episode(17, 17, 3));
        Spread other = new Spread(SLICES);
        other.add(episode(299, 300, 1_000));
        assertThat(LongStream.of(millis(one.plus(other))).sum()).isBetween(301_000L, 301_004L);
        assertThat(one.plus(other)).isEqualTo(other.plus(one)).hasSameHashCodeAs(other.plus(one));
        assertThat(one).isNotEqualTo(other);
    }

    private static long[] millis(Spread spread) {
        return LongStream.range(0, SLICES.count())
                .map(i -> spread.millis((int) i))
                .toArray();
    }

    private static CostEpisode episode(int from, int until, long millis) {
        Party waiter = new Party("agent", "shop", "shop-1", "host", 1, "main", "");
        Instant begin = FROM.plusSeconds(from);
        return new CostEpisode(
                new WaitSpan(LockId.first("a"), waiter, begin, null), null, begin, FROM.plusSeconds(until), millis);
    }
}
