package io.lockkeeper.console.overview;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The last hour of some locks, minute by minute, the newest last. Guarded by its owner. */
final class HourCount {

    private final List<Minute> minutes = new ArrayList<>(List.of(Minute.NONE));

    List<Minute> minutes() {
        return List.copyOf(minutes);
    }

    /** Changes the present minute. */
    void count(UnaryOperator<Minute> change) {
        minutes.set(minutes.size() - 1, change.apply(minutes.getLast()));
    }

    /** So many minutes have passed. */
    void turn(long passed) {
        for (long i = 0; i < passed; i++) {
            minutes.add(Minute.NONE);
        }
        while (minutes.size() > LastHour.MINUTES) {
            minutes.removeFirst();
        }
    }
}
