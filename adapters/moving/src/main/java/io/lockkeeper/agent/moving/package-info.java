/**
 * Migration from another library's locks: {@link io.lockkeeper.agent.moving.OldLocks} has an agent hold each old lock as well as its own
 * while some instances still use that library.
 */
@NullMarked
package io.lockkeeper.agent.moving;

import org.jspecify.annotations.NullMarked;
