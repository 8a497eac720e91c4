package io.lockkeeper.agent.hints;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.test.FakeTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HintWakesTest {

    private final FakeTicker ticker = new FakeTicker();
    private final List<Long> looks = new ArrayList<>();

    /** Hints that come again and again after so long, or none for as long as the cursor waits. */
    private final class Hints implements Wakes {

        private final Duration apart;
        private Duration waited = Duration.ZERO;

        Hints(Duration apart) {
            this.apart = apart;
        }

        @Override
        public Optional<String> next() {
            Duration left = apart.minus(waited);
            boolean told = left.compareTo(HintWakes.SILENCE) <= 0;
            Duration passed = told ? left : HintWakes.SILENCE;
            ticker.advance(passed);
            waited = told ? Duration.ZERO : waited.plus(passed);
            return told ? Optional.of("hint a.1") : Optional.empty();
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 100, 189, 300, 600, 790, 890, 1_200, 60_000})
    void theAgentLooksForItselfOnceASecondHoweverFarApartHintsAre(long apartMillis) {
        try (HintWakes wakes =
                new HintWakes(new Hints(Duration.ofMillis(apartMillis)), this::look, ticker, () -> true)) {
            while (ticker.getAsLong() < Duration.ofSeconds(20).toNanos()) {
                var unused = wakes.next();
            }
        }
        long before = 0;
        for (long look : looks) {
            assertThat(Duration.ofNanos(look - before)).isLessThan(Duration.ofSeconds(1));
            before = look;
        }
        assertThat(looks).as("but five times at most").hasSizeBetween(20, 110);
    }

    private List<String> look() {
        looks.add(ticker.getAsLong());
        return List.of();
    }
}
