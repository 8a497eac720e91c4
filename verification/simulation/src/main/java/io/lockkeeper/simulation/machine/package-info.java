/** A machine on which whole agents run on one thread: its scheduler, its time, its threads. */
@NullMarked
package io.lockkeeper.simulation.machine;

import org.jspecify.annotations.NullMarked;
