/** Waits over all locks: as a tree and as a graph, with deadlocks. */
@NullMarked
package io.lockkeeper.console.judge.waits;

import org.jspecify.annotations.NullMarked;
