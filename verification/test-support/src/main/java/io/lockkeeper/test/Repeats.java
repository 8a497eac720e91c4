package io.lockkeeper.test;

/** How often a test does what chance decides. At night it is ten times as often as at each change ({@code -Dtests.times=10}). */
public final class Repeats {

    private static final int FACTOR = Integer.getInteger("tests.times", 1);

    private Repeats() {}

    /**
     * The number for this run.
     *
     * @param atEachChange enough to find a fault that was planted
     */
    public static int of(int atEachChange) {
        return atEachChange * FACTOR;
    }
}
