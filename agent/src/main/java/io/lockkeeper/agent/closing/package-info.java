/**
 * The work that a closing agent awaits: the requests inside it, and its releases. Public for the agent's other packages: it may change with
 * any version, and services have no use for it.
 */
@NullMarked
package io.lockkeeper.agent.closing;

import org.jspecify.annotations.NullMarked;
