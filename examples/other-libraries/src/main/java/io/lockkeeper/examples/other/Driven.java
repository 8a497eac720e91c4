package io.lockkeeper.examples.other;

/** A running library that performs the commands of a test. */
public interface Driven {

    /** Answers what the library did: its answer, or the exception that it threw. */
    String perform(String command) throws Exception;

    /** A command that the library has nothing for. */
    static IllegalArgumentException unknown(String command) {
        return new IllegalArgumentException("There is no command " + command);
    }
}
