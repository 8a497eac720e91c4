package io.lockkeeper.console.ground.loops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerClockTest {

    private static final Instant SERVER = Instant.parse("2026-11-21T12:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private final ServerClock clock = new ServerClock(nanos::get);

    @Test
    void theServersTimeIsTakenForTheMiddleOfTheRoundTrip() {
        answer(Duration.ofMillis(10), SERVER);
        assertThat(clock.now()).isEqualTo(SERVER.plusMillis(5));
        pass(Duration.ofSeconds(3));
        assertThat(clock.now()).isEqualTo(SERVER.plusMillis(3_005));
    }

    @Test
    void aSlowAnswerDoesNotSpoilAFastOne() {
        answer(Duration.ofMillis(2), SERVER);
        answer(Duration.ofMillis(900), SERVER.plusMillis(2));
        assertThat(clock.now()).isEqualTo(SERVER.plusMillis(901));
    }

    @Test
    void afterHalfAMinuteAnyAnswerIsBetterThanTheOldOne() {
        answer(Duration.ofMillis(2), SERVER);
        pass(Duration.ofSeconds(31));
        answer(Duration.ofMillis(20), SERVER.plusSeconds(40));
        assertThat(clock.now()).isEqualTo(SERVER.plusSeconds(40).plusMillis(10));
    }

    private void answer(Duration roundTrip, Instant serverTime) {
        long sent = clock.ticks();
        pass(roundTrip);
        clock.sample(sent, serverTime);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
