/**
 * Which leases the agent keeps after their release, for how long, and when it may grant them again. {@link
 * io.lockkeeper.agent.keeping.LeaseKeeping} is the way in.
 */
@NullMarked
package io.lockkeeper.agent.keeping;

import org.jspecify.annotations.NullMarked;
