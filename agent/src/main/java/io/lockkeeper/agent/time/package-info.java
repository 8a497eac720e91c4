/** The agent's clock, timers and threads. An agent brings its own; others are for tests and simulations. */
@NullMarked
package io.lockkeeper.agent.time;

import org.jspecify.annotations.NullMarked;
