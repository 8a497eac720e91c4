package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.board.EvictionState.NeverConfirmed;
import io.lockkeeper.console.watch.board.EvictionState.Quarantine;
import io.lockkeeper.console.watch.board.EvictionState.Removed;
import io.lockkeeper.console.watch.board.EvictionState.Stopped;
import io.lockkeeper.console.watch.board.EvictionState.Unanswered;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EvictionStateTest {

    private static final Instant MARKED = Instant.parse("2026-11-22T12:00:00Z");
    private static final Eviction MARK = new Eviction("olga", "hung", MARKED, MARKED.plusSeconds(15));
    private static final Instant EXPIRY = MARKED.plusSeconds(34 * 60);
    private static final Owner OWNER = new Owner("agent", "billing", "bill-1", "host", 1, "main", "");

    @Test
    void aLeaseIsInQuarantineUntilThatIsOverThenUnansweredThenOver() {
        assertThat(state(MARKED)).isEqualTo(new Quarantine(MARK, EXPIRY));
        assertThat(state(MARKED.plusMillis(14_999))).isEqualTo(new Quarantine(MARK, EXPIRY));
        assertThat(state(MARKED.plusSeconds(15))).isEqualTo(new Unanswered(MARK, EXPIRY));
        assertThat(state(EXPIRY)).isEqualTo(new NeverConfirmed());
    }

    @Test
    void timeAloneMovesItOn() {
        Quarantine quarantine = new Quarantine(MARK, EXPIRY);
        assertThat(quarantine.at(MARKED.plusSeconds(14))).isEqualTo(quarantine);
        assertThat(quarantine.at(MARKED.plusSeconds(15))).isEqualTo(new Unanswered(MARK, EXPIRY));
        assertThat(quarantine.at(EXPIRY)).isEqualTo(new NeverConfirmed());
    }

    @Test
    void theListTellsTheSame() {
        assertThat(listed(MARKED)).isEqualTo(LockState.EVICTED);
        assertThat(listed(MARKED.plusSeconds(15))).isEqualTo(LockState.UNANSWERED);
        assertThat(listed(EXPIRY)).isEqualTo(LockState.EXPIRED);
    }

    @Test
    void aLeaseThatItsAgentEndedInTimeHadStopped() {
        assertThat(ended(MARKED.plusMillis(100), MARK)).isEqualTo(new Stopped(Duration.ofMillis(100)));
    }

    @Test
    void aLeaseThatEndedWithItsQuarantineOrLaterWasNeverConfirmed() {
        assertThat(ended(MARK.until(), MARK)).isEqualTo(new NeverConfirmed());
        assertThat(ended(EXPIRY, MARK)).isEqualTo(new NeverConfirmed());
    }

    @Test
    void aMarkWithoutQuarantineIsOfALeaseThatWasRemovedAtOnce() {
        assertThat(ended(MARKED, new Eviction("olga", "dead", MARKED, MARKED))).isEqualTo(new Removed());
    }

    @Test
    void aLeaseThatNobodyEvictedHasNoState() {
        assertThat(EvictionState.of(holder(null), MARKED)).isEmpty();
        assertThat(EvictionState.of(new Released(MARKED, "a", 7, OWNER, "s", null)))
                .isEmpty();
    }

    private static EvictionState state(Instant now) {
        return EvictionState.of(holder(MARK), now).orElseThrow();
    }

    private static LockState listed(Instant now) {
        LockDocument lock = new LockDocument("a", 1, 7, List.of(holder(MARK)), List.of(), null, null, EXPIRY);
        return Lock.of(lock).state(now);
    }

    private static EvictionState ended(Instant at, Eviction mark) {
        return EvictionState.of(new Released(at, "a", 7, OWNER, "s", mark)).orElseThrow();
    }

    private static Holder holder(@Nullable Eviction mark) {
        Instant since = MARKED.minusSeconds(60);
        return new Holder("a", 1, 7, Duration.ofMinutes(40), since, since, EXPIRY, "s", OWNER, mark);
    }
}
