package io.lockkeeper.examples.other;

/** A living library that does what a test tells it. */
public interface Driven {

    /** Answers what the library did: its answer, or the exception that it threw. */
    String perform(String command) throws Exception;

    /** A command that the library has nothing for. */
    static IllegalArgumentException unknown(String command) {
        return new IllegalArgumentException("There is no command " + command);
    }
}
