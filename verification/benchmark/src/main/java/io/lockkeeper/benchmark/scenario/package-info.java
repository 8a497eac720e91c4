/** What is measured: one class each. */
@NullMarked
package io.lockkeeper.benchmark.scenario;

import org.jspecify.annotations.NullMarked;
