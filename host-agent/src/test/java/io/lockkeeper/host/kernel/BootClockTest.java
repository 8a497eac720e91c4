package io.lockkeeper.host.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BootClockTest {

    private long elapsed = 5_000_000;
    private long running = 1_000;
    private final BootClock clock = new BootClock(() -> elapsed / 10 * 10, () -> running);

    @Test
    void itGoesOnAtTheFinerStepsOfTheRunningClock() {
        pass(7);
        assertThat(clock.millis()).isEqualTo(1_007);
        assertThat(clock.left(Duration.ofSeconds(25), 30_000)).isEqualTo(25_000);
    }

    @Test
    void anHourOfSleepIsTakenOffWhatWasLeftBeforeIt() {
        pass(1_000);
        sleep(3_600_000);
        assertThat(clock.left(Duration.ofSeconds(25), 30_000)).isNegative();
        assertThat(clock.millis()).isBetween(3_602_000L, 3_602_010L);
    }

    @Test
    void whatWasRenewedATtlAfterTheSleepIsWhole() {
        sleep(3_600_000);
        clock.millis();
        pass(30_011);
        assertThat(clock.left(Duration.ofSeconds(25), 30_000)).isEqualTo(25_000);
    }

    @Test
    void severalShortSleepsAddUp() {
        for (int i = 0; i < 3; i++) {
            sleep(10_000);
            clock.millis();
            pass(100);
        }
        assertThat(clock.left(Duration.ofSeconds(25), 30_000)).isBetween(-5_010L, -4_990L);
    }

    @Test
    void aStepBackOfTheWallClockHidesNoLaterSleep() {
        pass(1_000);
        elapsed -= 600_000;
        clock.millis();
        sleep(60_000);
        assertThat(clock.left(Duration.ofSeconds(25), 30_000)).isBetween(-35_010L, -34_990L);
    }

    @Test
    void aThreadThatIsNotScheduledBetweenTwoReadingsHasNotSlept() {
        long[] stalls = {80};
        BootClock stalled = new BootClock(
                () -> {
                    long read = elapsed / 10 * 10;
                    pass(stalls[0]);
                    return read;
                },
                () -> running);
        assertThat(stalled.millis()).isEqualTo(running);
        stalls[0] = 0;
        assertThat(stalled.millis()).isEqualTo(running);
        stalls[0] = 300;
        assertThat(stalled.millis()).isEqualTo(running);
        stalls[0] = 0;
        assertThat(stalled.millis()).isEqualTo(running);
        sleep(60_000);
        stalls[0] = 300;
        assertThat(stalled.millis()).isBetween(running + 59_600, running + 60_000);
        stalls[0] = 0;
        assertThat(stalled.millis()).isBetween(running + 59_940, running + 60_010);
    }

    /** A container's {@code /proc/uptime} can be in whole seconds, and go back. */
    @Test
    void withoutASystemCallTheWallClockStandsIn() {
        assertThat(BootClock.elapsed(Optional.empty()).getAsLong())
                .isCloseTo(
                        System.currentTimeMillis(), within(Duration.ofMinutes(1).toMillis()));
    }

    private void pass(long millis) {
        elapsed += millis;
        running += millis;
    }

    private void sleep(long millis) {
        elapsed += millis;
    }
}
