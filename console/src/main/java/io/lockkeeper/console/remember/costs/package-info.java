/** Costs of waits: how long requests waited for a lock, and who held it meanwhile. */
@NullMarked
package io.lockkeeper.console.remember.costs;

import org.jspecify.annotations.NullMarked;
