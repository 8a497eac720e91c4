/** The connection to the machine's host agent, which watches for the end of the agent's process. No lock depends on it. */
@NullMarked
package io.lockkeeper.agent.host;

import org.jspecify.annotations.NullMarked;
