/** Whether a MongoDB, a client and its user are fit for locks. {@link io.lockkeeper.agent.fitness.ServerFitness} is the only doorway. */
@NullMarked
package io.lockkeeper.agent.fitness;

import org.jspecify.annotations.NullMarked;
