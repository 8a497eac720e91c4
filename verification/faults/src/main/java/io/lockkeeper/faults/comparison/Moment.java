package io.lockkeeper.faults.comparison;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * A moment that hurts any lock, and what is looked for in its history.
 *
 * @param name what it is called; also the lock's name
 * @param what happens, in a sentence
 * @param needs what it cannot be played without
 * @param play the steps
 * @param questions each a row of the table
 */
record Moment(String name, String what, Needs needs, Play play, List<Question> questions) {

    /** What a moment needs. */
    enum Needs {
        NOTHING,
        /** Servers for itself, as it kills one. */
        THE_SERVERS,
        /** A network whose links can be cut. */
        LINKS,
        /** A lock for which callers can wait. */
        WAITERS
    }

    /** Plays it once and returns when nothing more is to come. */
    @FunctionalInterface
    interface Play {
        void on(Scene scene) throws IOException, InterruptedException;
    }

    /** A row of the table: what was looked for, and how the answer is read from what happened. */
    record Question(String text, Function<Evidence, Cell> judge) {}
}
