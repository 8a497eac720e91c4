/** Locks for code that must not block. */
@NullMarked
package io.lockkeeper.spring.reactive;

import org.jspecify.annotations.NullMarked;
