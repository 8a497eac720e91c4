/** What passes between the classes of this JVM and the simulated ones. */
@NullMarked
package io.lockkeeper.simulation.shared;

import org.jspecify.annotations.NullMarked;
