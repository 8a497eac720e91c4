package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Latency;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("load")
class LatencyIT {

    private static final int CHANGES = 60;

    @Test
    void aChangeIsVisibleInTheBrowserWithinHalfASecond() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            List<Long> millis = Latency.of(CHANGES, console, chromium);
            long p95 = millis.get(CHANGES * 95 / 100);
            System.out.printf(
                    "Change in MongoDB to visible in the browser: p50 %d ms, p95 %d ms, worst %d ms (%d changes)%n",
                    millis.get(CHANGES / 2), p95, millis.getLast(), CHANGES);
            assertThat(p95).isLessThan(500);
        }
    }
}
