/** Other locks and Lockkeeper behind one face, each as its documents recommend it, and the process that uses one of them. */
@NullMarked
package io.lockkeeper.faults.peer;

import org.jspecify.annotations.NullMarked;
