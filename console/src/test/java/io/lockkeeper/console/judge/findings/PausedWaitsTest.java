package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PausedWaitsTest {

    private static final Instant START = Instant.parse("2026-11-22T03:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner SHOP = Locks.owner("shop", "shop-1", 2, "http", "");
    private static final Pause PAUSE = new Pause("p", "olga", "moving data", START, minute(60));

    private final SourceFindings.PausedWaits waits = new SourceFindings.PausedWaits();

    @Test
    void whoeverWaitsUnderAPauseIsNobodysFaultAndALongPauseIsWorthANote() {
        assertThat(look(minute(2), PAUSE, START)).isEmpty();
        assertThat(look(minute(12), PAUSE, START)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.PAUSED_WANTED);
            assertThat(found.evidence())
                    .isEqualTo(
                            "olga paused it 12 min 00 s ago, for another 48 min 00 s (moving data); 1 waits, the first for 12 min 00 s.");
        });
    }

    @Test
    void afterAPauseThatAnOperatorEndedTheWaitCountsAnew() {
        look(minute(12), PAUSE, START);
        assertThat(look(minute(13), null, START)).isEmpty();
        assertThat(look(minute(17), null, START)).isEmpty();
        assertThat(look(minute(18), null, START)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.OLD_WAITER);
            assertThat(found.evidence())
                    .isEqualTo("shop has waited for 18 min 00 s, 6 min 00 s of it since a pause ended; 1 waits.");
        });
    }

    @Test
    void aPauseThatIsOverButStillInTheDocumentCountsToItsEnd() {
        assertThat(look(minute(64), PAUSE, START)).isEmpty();
        assertThat(look(minute(66), PAUSE, START)).extracting(Detected::kind).containsExactly(Kind.OLD_WAITER);
    }

    @Test
    void whoCameAfterThePauseIsNotExcusedByIt() {
        look(minute(12), PAUSE, START);
        assertThat(look(minute(20), null, minute(13)))
                .singleElement()
                .satisfies(found -> assertThat(found.evidence()).isEqualTo("shop has waited for 7 min 00 s; 1 waits."));
    }

    @Test
    void aLeaseThatExpiredUnderAPauseHasNobodyToBeSettledBy() {
        Holder expired = new Holder("a", 1, 7, TTL, START, START, minute(1), "s", SHOP, null);
        assertThat(look(minute(4), lock(PAUSE, START, expired))).isEmpty();
        assertThat(look(minute(4), lock(null, START, expired)))
                .extracting(Detected::kind)
                .containsExactly(Kind.EXPIRED_WANTED);
    }

    private List<Detected> look(Instant now, @Nullable Pause pause, Instant since) {
        return look(now, lock(pause, since));
    }

    private List<Detected> look(Instant now, Lock lock) {
        ObservedSource source = Passes.source(List.of(lock), now, Outage.NONE, ObservedSource.Facts.UNKNOWN);
        List<Detected> found = LockPass.over(Passes.sight(source, each -> waits.countsFrom(each, now)));
        waits.endPass();
        return found;
    }

    private static Lock lock(@Nullable Pause pause, Instant since, Holder... holders) {
        Waiter first = new Waiter("w", 1, TTL, since, since, minute(600), "s", SHOP, 0);
        return Lock.of(new LockDocument(
                "import", 1, 7, List.of(holders), List.of(first), null, null, minute(600), pause, List.of()));
    }

    private static Instant minute(long minutes) {
        return START.plus(Duration.ofMinutes(minutes));
    }
}
