/**
 * Sends calls together that come at the same time. {@link io.lockkeeper.agent.batching.Batcher} is the way in; it knows nothing of
 * locks. For the agent alone: services have no use for it.
 */
@NullMarked
package io.lockkeeper.agent.batching;

import org.jspecify.annotations.NullMarked;
