package io.lockkeeper.agent.batching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GatheringTest {

    private static final Duration TOOK = Duration.ofMillis(8);

    private final Gathering gathering = new Gathering();

    @Test
    void afterACrowdWasAnsweredItsCallersAreExpectedBackForAPartOfTheTimeThatItTook() {
        gathering.answered(10, TOOK, 0);
        assertThat(gathering.expected(1, 0)).isEqualTo(11);
        assertThat(gathering.timeLeft(0)).isEqualTo(Duration.ofMillis(1).toNanos());
        assertThat(gathering.expected(1, Duration.ofMillis(1).toNanos())).isEqualTo(1);
    }

    @Test
    void aSendingThatHungIsNotAwaitedLonger() {
        gathering.answered(10, Duration.ofSeconds(10), 0);
        assertThat(gathering.timeLeft(0))
                .isEqualTo(Batcher.PATIENCE.dividedBy(8).toNanos());
    }

    @Test
    void nobodyWaitsForTheCallersOfAFewCalls() {
        gathering.answered(3, TOOK, 0);
        assertThat(gathering.expected(1, 0)).isEqualTo(1);
        assertThat(gathering.timeLeft(0)).isZero();
    }

    @Test
    void ofVeryManyHalfAreEnough() {
        gathering.answered(60, TOOK, 0);
        assertThat(gathering.expected(4, 0)).isEqualTo(32);
    }

    @Test
    void whereTooFewCameTheNextLeaveAtOnceForAWhile() {
        gathering.answered(10, TOOK, 0);
        gathering.left(2, 11);
        for (int i = 0; i < 14; i++) {
            gathering.answered(10, TOOK, 0);
            assertThat(gathering.timeLeft(0)).isZero();
        }
        gathering.answered(10, TOOK, 0);
        assertThat(gathering.timeLeft(0)).isPositive();
    }
}
