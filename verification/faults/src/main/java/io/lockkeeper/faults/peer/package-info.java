/** A process that uses one of the locks that are compared, and its journal. */
@NullMarked
package io.lockkeeper.faults.peer;

import org.jspecify.annotations.NullMarked;
