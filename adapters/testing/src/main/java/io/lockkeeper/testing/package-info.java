/**
 * Support for tests of services that lock: {@link io.lockkeeper.testing.InMemoryLocks} behave as locks in MongoDB do, by a clock that the
 * test advances; {@link io.lockkeeper.testing.DisableLocks} grants every request.
 */
@NullMarked
package io.lockkeeper.testing;

import org.jspecify.annotations.NullMarked;
