package io.lockkeeper.faults.nemesis;

/**
 * Something that breaks.
 *
 * @param name what one calls it with {@code --only}
 * @param what in a sentence
 * @param needs what it cannot do without
 * @param strike breaks it
 */
public record Fault(String name, String what, Needs needs, Strike strike) {

    /** What a machine may lack. */
    public enum Needs {
        NOTHING,
        NETWORK_NAMESPACES,
        LIBFAKETIME,
        HOST_AGENT
    }

    /** Breaks it and returns what was struck; the nemesis waits a while and has everything mended. */
    @FunctionalInterface
    interface Strike {
        String on(World world) throws InterruptedException;
    }
}
