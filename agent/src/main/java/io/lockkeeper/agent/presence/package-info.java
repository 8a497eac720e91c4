/** The agent's own document, by which operators see that it is alive. No lock depends on it. */
@NullMarked
package io.lockkeeper.agent.presence;

import org.jspecify.annotations.NullMarked;
