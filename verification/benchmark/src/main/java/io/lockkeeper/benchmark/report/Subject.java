package io.lockkeeper.benchmark.report;

/**
 * Who or what a figure is of.
 *
 * @param peer the way to lock
 * @param where the store, and what else distinguishes it from others of the same peer
 */
public record Subject(String peer, String where) {}
