package io.lockkeeper.agent;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The pause between a call that was not answered and the same call again, spread so that agents do not ask in step. */
final class Pause {

    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofMillis(200);

    private static final int MOST_DOUBLINGS = 5;

    private Pause() {}

    static Duration afterFailure() {
        return Duration.ofNanos(ThreadLocalRandom.current().nextLong(SHORTEST.toNanos(), LONGEST.toNanos()));
    }

    static void take() throws InterruptedException {
        Thread.sleep(afterFailure());
    }

    /** Takes a pause in a thread that must go on; whether it was interrupted meanwhile. */
    static boolean wasInterrupted() {
        return wasInterrupted(1);
    }

    /** The more calls in a row have failed, the longer the pause, up to some seconds. */
    static boolean wasInterrupted(int failures) {
        try {
            Thread.sleep(afterFailure().multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS)));
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
