/** Failure analyzers, which explain to a developer why a service with the starter does not start. */
@NullMarked
package io.lockkeeper.spring.startup;

import org.jspecify.annotations.NullMarked;
