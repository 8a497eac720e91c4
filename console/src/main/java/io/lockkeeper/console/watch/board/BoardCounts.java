package io.lockkeeper.console.watch.board;

/**
 * How many locks there are at a moment.
 *
 * @param unreadable how many documents cannot be read
 * @param waiting how many waiters there are, as far as documents show
 * @param leftOut why not all locks are shown, in a sentence; empty if they are
 * @param version differs after any change
 */
public record BoardCounts(
        int held, int expired, int free, int unreadable, int waiting, String leftOut, String version) {

    public static final BoardCounts NONE = new BoardCounts(0, 0, 0, 0, 0, "", "");

    /** Whether there are more than are kept. */
    public boolean full() {
        return !leftOut.isEmpty();
    }
}
