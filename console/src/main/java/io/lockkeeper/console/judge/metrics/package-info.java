/** Metrics for Prometheus: the findings, and the console itself. */
@NullMarked
package io.lockkeeper.console.judge.metrics;

import org.jspecify.annotations.NullMarked;
