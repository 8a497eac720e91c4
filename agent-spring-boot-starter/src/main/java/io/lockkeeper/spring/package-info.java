/** Locks around methods of Spring beans: {@link io.lockkeeper.agent.methods.Locked}. */
@NullMarked
package io.lockkeeper.spring;

import org.jspecify.annotations.NullMarked;
