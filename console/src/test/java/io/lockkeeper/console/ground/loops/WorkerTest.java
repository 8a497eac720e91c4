package io.lockkeeper.console.ground.loops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkerTest {

    private final Semaphore turns = new Semaphore(0);
    private final Worker worker = new Worker("worker-test", turns::release, 1);

    @AfterEach
    void stop() {
        worker.stop();
    }

    @Test
    void aStoppedWorkerTakesNoTurnsAndOneThatIsStartedAgainTakesTurnAfterTurn() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            worker.start();
            assertThat(turns.tryAcquire(5, 20, TimeUnit.SECONDS)).isTrue();
            assertThat(worker.isRunning()).isTrue();
            assertThat(worker.isOpen()).isTrue();
            worker.stop();
            assertThat(worker.isRunning()).isFalse();
            assertThat(worker.isOpen()).isFalse();
            turns.drainPermits();
        }
    }

    /** As boards, rosters, sources and findings run theirs, and hand what they have to each page. */
    @Test
    void aTurnThatFailsIsTheEndOfThatTurnAlone() throws InterruptedException {
        AtomicInteger failed = new AtomicInteger();
        Worker failing = new Worker(
                "failing-test",
                () -> {
                    turns.release();
                    if (failed.get() % 2 == 0) {
                        throw new StackOverflowError("poisoned");
                    }
                    throw new IllegalStateException("poisoned");
                },
                cause -> failed.incrementAndGet(),
                () -> 1);
        try {
            failing.start();
            assertThat(turns.tryAcquire(6, 20, TimeUnit.SECONDS)).isTrue();
            assertThat(failed).hasValueGreaterThanOrEqualTo(5);
        } finally {
            failing.stop();
        }
    }
}
