package io.lockkeeper.agent.moving;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.FakeTicker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When an old lock is held, lost and released, by the clock and by what its renewals were answered. */
class OldLockTest {

    private static final Duration TTL = Duration.ofSeconds(30);

    private final FakeTicker ticker = new FakeTicker();
    private final AtomicInteger losses = new AtomicInteger();
    private final AtomicInteger releases = new AtomicInteger();
    private final OldLock lock = lock(Optional.of(TTL));

    private OldLock lock(Optional<Duration> ttl) {
        OldLock one = new OldLock("report", "me", ttl, ticker.getAsLong() + TTL.toNanos(), ticker, (each, atLeast) -> {
            releases.incrementAndGet();
            return true;
        });
        one.onLoss(losses::incrementAndGet);
        return one;
    }

    @Test
    void itIsLostAtItsDeadlineAndTheHolderIsNotifiedOnce() {
        ticker.advance(TTL.minusNanos(1));
        assertThat(lock.isKept()).isTrue();
        assertThat(lock.remaining()).isEqualTo(Duration.ofNanos(1));
        ticker.advance(Duration.ofNanos(1));
        assertThat(lock.loss()).isPresent();
        lock.lose("and once more");
        assertThat(losses).hasValue(1);
        assertThat(lock.remaining()).isZero();
    }

    @Test
    void onlyALaterDeadlineMovesItAndNoneRevivesIt() {
        ticker.advance(Duration.ofSeconds(10));
        lock.renewed(ticker.getAsLong() + TTL.toNanos());
        lock.renewed(ticker.getAsLong() + 1);
        assertThat(lock.remaining()).isEqualTo(TTL);
        ticker.advance(TTL);
        lock.renewed(ticker.getAsLong() + TTL.toNanos());
        assertThat(lock.loss()).isPresent();
    }

    @Test
    void oneThatNeverExpiresOutlivesAnyClock() {
        OldLock eternal = lock(Optional.empty());
        ticker.advance(Duration.ofDays(1));
        assertThat(eternal.loss()).isEmpty();
        assertThat(eternal.isKept()).isTrue();
    }

    @Test
    void aReleaseAnswersWhetherItWasHeldAndIsMadeOnce() {
        assertThat(lock.release(Duration.ZERO)).isTrue();
        assertThat(lock.release(Duration.ZERO)).isTrue();
        assertThat(releases).hasValue(1);
        lock.lose("too late");
        assertThat(losses).hasValue(0);
    }

    @Test
    void aReleaseAfterALossFreesTheLockAndAnswersFalse() {
        ticker.advance(TTL);
        assertThat(lock.release(Duration.ZERO)).isFalse();
        assertThat(releases).hasValue(1);
        assertThat(losses).hasValue(1);
    }

    @Test
    void whoAsksToBeNotifiedAfterTheLossIsNotifiedAtOnce() {
        lock.lose("another client took it");
        lock.onLoss(losses::incrementAndGet);
        assertThat(losses).hasValue(2);
        assertThat(lock.isKept()).isFalse();
    }
}
