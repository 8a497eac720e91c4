package io.lockkeeper.faults.checker;

import java.time.Duration;

/**
 * What counts as too late.
 *
 * @param getsOn how long a caller may wait while nothing is broken
 * @param lands how long after the end of its call a request may still appear
 */
public record Bounds(Duration getsOn, Duration lands) {}
