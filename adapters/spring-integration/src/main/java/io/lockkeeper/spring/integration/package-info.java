/** Locks and leaders for Spring Integration, from a {@link io.lockkeeper.agent.LockAgent}. */
@NullMarked
package io.lockkeeper.spring.integration;

import org.jspecify.annotations.NullMarked;
