package io.lockkeeper.console.watch.board;

/**
 * The progress of a reading of the collection.
 *
 * @param read how many documents were gone over
 * @param of how many there are, as estimated at the start
 */
public record Progress(long read, long of) {}
