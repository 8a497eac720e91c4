/** An agent's locks in metrics and traces. */
@NullMarked
package io.lockkeeper.spring.observe;

import org.jspecify.annotations.NullMarked;
