/**
 * The agent's callers that wait for locks, and the stream that wakes them. Public for the agent's other packages: it may change with any
 * version, and services have no use for it.
 */
@NullMarked
package io.lockkeeper.agent.waiting;

import org.jspecify.annotations.NullMarked;
