/** What the console tells Prometheus: the findings, and how the console itself does. */
@NullMarked
package io.lockkeeper.console.metrics;

import org.jspecify.annotations.NullMarked;
