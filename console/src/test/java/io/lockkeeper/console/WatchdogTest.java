package io.lockkeeper.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchdogTest {

    private static final long STEP_MILLIS = 5_000;

    private final List<String> ends = new ArrayList<>();
    private long now;
    private long collected;
    private boolean ran = true;
    private final Watchdog dog =
            new Watchdog(() -> TimeUnit.MILLISECONDS.toNanos(now), () -> collected, () -> ran, ends::add);

    @Test
    void aConsoleThatOnlyCollectsGarbageForHalfAMinuteEnds() {
        look(Watchdog.LOOKS - 1, STEP_MILLIS);
        assertThat(ends).isEmpty();
        look(1, STEP_MILLIS);
        assertThat(ends).singleElement().asString().contains("more memory");
    }

    @Test
    void aConsoleThatAnswersBetweenCollectionsGoesOn() {
        for (int i = 0; i < 10; i++) {
            look(Watchdog.LOOKS - 1, STEP_MILLIS);
            look(1, STEP_MILLIS / 2);
        }
        assertThat(ends).isEmpty();
    }

    @Test
    void aConsoleInWhichNoWorkRunsEnds() {
        ran = false;
        look(Watchdog.LOOKS, 0);
        assertThat(ends).singleElement().asString().contains("No new work");
    }

    /** A suspended machine looks once, however long it slept. */
    @Test
    void aConsoleThatSleptGoesOn() {
        ran = false;
        look(1, 0);
        ran = true;
        now += TimeUnit.HOURS.toMillis(8);
        look(1, 0);
        assertThat(ends).isEmpty();
    }

    private void look(int times, long collecting) {
        for (int i = 0; i < times; i++) {
            now += STEP_MILLIS;
            collected += collecting;
            dog.look();
        }
    }
}
