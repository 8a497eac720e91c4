/**
 * The agent's storage port. Public for Lockkeeper's own modules, as the one for tests, which keeps locks in memory: it may change with any
 * version, and services have no use for it.
 */
@NullMarked
package io.lockkeeper.agent.store;

import org.jspecify.annotations.NullMarked;
