/** {@link io.lockkeeper.agent.methods.Locked} for beans of Jakarta CDI: Quarkus, and each container that has CDI 4. */
@NullMarked
package io.lockkeeper.cdi;

import org.jspecify.annotations.NullMarked;
