/** The processes that use the agent, and how the suite talks to them. */
@NullMarked
package io.lockkeeper.faults.client;

import org.jspecify.annotations.NullMarked;
