package io.lockkeeper.console.ground.mongodb;

/**
 * Parts of the heap for documents that others write: of what is left beside the console's own need, so that a console in a small heap keeps
 * less, and survives.
 */
public final class HeapShare {

    /** The console's own need: about 60 MB, and as much again while many locks change at once. */
    private static final long OWN = 96L << 20;

    private static final long LEAST = 16L << 20;
    private static final long LEFT = Math.max(LEAST, Runtime.getRuntime().maxMemory() - OWN);

    private HeapShare() {}

    /**
     * A share in bytes.
     *
     * @param part it is one of so many
     */
    public static long of(int part) {
        return LEFT / part;
    }

    /**
     * How many entries to keep: one for each {@code forBytes} of what is left.
     *
     * @param most even in a large heap
     */
    public static int entries(int most, int forBytes) {
        return (int) Math.min(most, LEFT / forBytes);
    }
}
