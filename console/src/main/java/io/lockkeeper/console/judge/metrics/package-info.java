/** What the console exports to Prometheus: the findings, and metrics of the console itself. */
@NullMarked
package io.lockkeeper.console.judge.metrics;

import org.jspecify.annotations.NullMarked;
