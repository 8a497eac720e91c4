/** Hunts for histories in which a host agent, whole or with one rule taken out, breaks a promise. */
@NullMarked
package io.lockkeeper.simulation.host;

import org.jspecify.annotations.NullMarked;
