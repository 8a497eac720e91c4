/** Lockkeeper beside its peers, and beside the least that a lock can cost. */
@NullMarked
package io.lockkeeper.benchmark;

import org.jspecify.annotations.NullMarked;
