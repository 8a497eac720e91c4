/** Who waits for whom over all locks: as a tree, as a graph, and where they wait for each other in a circle. */
@NullMarked
package io.lockkeeper.console.waits;

import org.jspecify.annotations.NullMarked;
