package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadingPaceTest {

    private final AtomicLong now = new AtomicLong(7);
    private final AtomicLong rested = new AtomicLong();
    private final ReadingPace pace = new ReadingPace(1_000, now::get, nanos -> {
        rested.addAndGet(nanos);
        now.addAndGet(nanos);
    });

    @Test
    void whatComesAtOnceIsSpreadOverItsTime() {
        for (int i = 0; i < 50; i++) {
            pace.read(100);
        }
        assertThat(rested.get()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    }

    @Test
    void whatComesSlowlyDoesNotRest() {
        for (int i = 0; i < 50; i++) {
            now.addAndGet(TimeUnit.MILLISECONDS.toNanos(200));
            pace.read(100);
        }
        assertThat(rested.get()).isZero();
    }

    @Test
    void whatWasNotUsedIsNotSavedUp() {
        now.addAndGet(TimeUnit.MINUTES.toNanos(1));
        pace.read(1);
        pace.read(1_000);
        assertThat(rested.get()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
    }
}
