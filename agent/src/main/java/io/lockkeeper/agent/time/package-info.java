/** The time by which an agent lives. An agent brings its own; other times are for tests that turn the clock. */
@NullMarked
package io.lockkeeper.agent.time;

import org.jspecify.annotations.NullMarked;
