/**
 * Reentrant locks: {@link io.lockkeeper.agent.reentrant.Ownership} is handed from thread to thread,
 * {@link io.lockkeeper.agent.reentrant.ThreadLocks} are the locks of the JDK, bound to the thread.
 */
@NullMarked
package io.lockkeeper.agent.reentrant;

import org.jspecify.annotations.NullMarked;
