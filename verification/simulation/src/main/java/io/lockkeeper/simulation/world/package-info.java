/** What the agents find outside: a server with its change stream, and a network that does not keep its promises. */
@NullMarked
package io.lockkeeper.simulation.world;

import org.jspecify.annotations.NullMarked;
