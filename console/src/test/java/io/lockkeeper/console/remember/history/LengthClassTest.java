package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LengthClassTest {

    private static final Instant THEN = Instant.parse("2026-11-22T03:12:00Z");

    @ParameterizedTest
    @CsvSource({"0, 0", "999, 0", "1000, 1", "3999, 1", "4000, 2", "63999, 3", "64000, 4", "9223372036854775807, 13"})
    void eachLengthIsOfTheFirstClassThatIsLonger(long millis, int number) {
        assertThat(LengthClass.of(millis).number()).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({"1", "999", "1000", "86400000", "2592000000"})
    void whatLastedAtAMomentBeganAfterTheEarliestOfItsClass(long millis) {
        Instant began = THEN.minus(Duration.ofMillis(millis)).plusMillis(1);
        assertThat(LengthClass.of(millis).earliest(THEN)).isBefore(began);
    }
}
