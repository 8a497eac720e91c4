/**
 * Keeps the agent's entries in lock documents alive, and removes those that were given up. Public for the agent's other packages:
 * it may change with any version, and services have no use for it.
 */
@NullMarked
package io.lockkeeper.agent.upkeep;

import org.jspecify.annotations.NullMarked;
