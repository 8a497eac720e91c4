/** Runs whole agents, a server and their network on one thread, by a seed. */
@NullMarked
package io.lockkeeper.simulation;

import org.jspecify.annotations.NullMarked;
