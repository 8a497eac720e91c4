/** The agent's own classes, with a point before each step at which another thread could come in between. */
@NullMarked
package io.lockkeeper.simulation.code;

import org.jspecify.annotations.NullMarked;
