package io.lockkeeper.simulation;

import java.util.Locale;

/** What the simulation needs of the JDK. */
final class Jdk {

    private static final int FIRST = 24;

    private Jdk() {}

    /**
     * Refuses a JDK that is too old.
     *
     * @throws IllegalStateException if it is; the message says why
     */
    static void require(int feature) {
        if (feature < FIRST) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "The simulation needs JDK %d or newer, and this is %d: before, a virtual thread that waits in a"
                            + " monitor keeps its carrier, and with it the whole simulation",
                    FIRST,
                    feature));
        }
    }
}
