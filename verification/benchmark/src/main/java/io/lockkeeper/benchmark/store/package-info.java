/** The servers that locks are kept in, started for the run on this machine. */
@NullMarked
package io.lockkeeper.benchmark.store;

import org.jspecify.annotations.NullMarked;
