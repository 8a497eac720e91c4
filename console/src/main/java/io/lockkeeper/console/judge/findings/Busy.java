package io.lockkeeper.console.judge.findings;

/**
 * A lock that is granted often.
 *
 * @param grantsPerSecond how often in the last whole minute
 */
public record Busy(String lock, double grantsPerSecond) {}
