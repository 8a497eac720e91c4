/** {@link io.lockkeeper.agent.methods.Locked} for Micronaut, which weaves interceptors in as it compiles a bean. */
@NullMarked
package io.lockkeeper.micronaut;

import org.jspecify.annotations.NullMarked;
