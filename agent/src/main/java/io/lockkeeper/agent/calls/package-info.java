/**
 * The agent's calls to the server for its requests and leases, and their outcomes. Public for the agent's other packages: it may change
 * with any version, and services have no use for it.
 */
@NullMarked
package io.lockkeeper.agent.calls;

import org.jspecify.annotations.NullMarked;
