/**
 * Kept leases: which the agent keeps after their release, for how long, and when it may grant them again.
 * {@link io.lockkeeper.agent.keeping.LeaseKeeping} is the entry point.
 */
@NullMarked
package io.lockkeeper.agent.keeping;

import org.jspecify.annotations.NullMarked;
