package io.lockkeeper.console.watch.board;

/**
 * How far a reading of the collection is.
 *
 * @param read how many documents were gone over
 * @param of how many there are, as estimated at the start
 */
public record Progress(long read, long of) {}
