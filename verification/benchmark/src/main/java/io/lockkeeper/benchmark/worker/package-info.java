/** The processes that do the measured work, and their orders. */
@NullMarked
package io.lockkeeper.benchmark.worker;

import org.jspecify.annotations.NullMarked;
