/**
 * Locks around methods: {@link io.lockkeeper.agent.methods.Locked}, for the adapters that intercept methods of Spring's and CDI's beans. A
 * service uses {@code Locked}, its enums and {@link io.lockkeeper.agent.methods.CurrentLease}; the rest is for interceptors.
 */
@NullMarked
package io.lockkeeper.agent.methods;

import org.jspecify.annotations.NullMarked;
