/**
 * The library that services embed. It acquires, renews and releases locks that are stored in MongoDB, and notifies a holder when its
 * lease is lost. Start at {@link io.lockkeeper.agent.LockAgent}.
 */
@NullMarked
package io.lockkeeper.agent;

import org.jspecify.annotations.NullMarked;
