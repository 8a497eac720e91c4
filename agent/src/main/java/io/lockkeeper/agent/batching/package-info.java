/**
 * Combines concurrent calls into batches. {@link io.lockkeeper.agent.batching.Batcher} is the entry point; it knows nothing of locks. Only
 * for the agent: services have no use for it.
 */
@NullMarked
package io.lockkeeper.agent.batching;

import org.jspecify.annotations.NullMarked;
