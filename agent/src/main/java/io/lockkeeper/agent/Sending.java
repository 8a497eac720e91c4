package io.lockkeeper.agent;

import java.time.Duration;
import java.util.List;

/** Calls that are sent together. Guarded by its user, until it departs. */
final class Sending {

    private final Seat first;
    private final int expected;
    private List<Seat> seats = List.of();
    private long departure;

    /** Where the thread of {@code first} does it, and so many calls are expected to come along. */
    Sending(Seat first, int expected) {
        this.first = first;
        this.expected = expected;
    }

    Seat first() {
        return first;
    }

    int expected() {
        return expected;
    }

    void departs(List<Seat> seats) {
        this.seats = seats;
        this.departure = System.nanoTime();
    }

    /** All that are under way with it, {@link #first} first. */
    List<Seat> seats() {
        return seats;
    }

    Duration takesFor() {
        return Duration.ofNanos(System.nanoTime() - departure);
    }
}
