/**
 * The library that services embed: it takes, renews and releases locks that live in MongoDB, and tells a holder when its
 * lease is lost. Start at {@link io.lockkeeper.agent.LockAgent}.
 */
@NullMarked
package io.lockkeeper.agent;

import org.jspecify.annotations.NullMarked;
