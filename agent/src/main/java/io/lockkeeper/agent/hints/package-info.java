/**
 * Wakes waiting agents by hints instead of change streams, which MongoDB wakes for every write of the application: a hint is a small document in a
 * capped collection that the concerned agent reads. {@link io.lockkeeper.agent.hints.HintingStore} is a {@code LockStore} around another; no
 * other part of the agent knows of hints.
 */
@NullMarked
package io.lockkeeper.agent.hints;

import org.jspecify.annotations.NullMarked;
