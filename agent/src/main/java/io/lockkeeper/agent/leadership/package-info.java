/** One leader among many instances, elected by a lock: {@link io.lockkeeper.agent.leadership.Leadership}. */
@NullMarked
package io.lockkeeper.agent.leadership;

import org.jspecify.annotations.NullMarked;
