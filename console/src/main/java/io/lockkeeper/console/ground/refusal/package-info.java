/** Exceptions that refuse a request, with a sentence for its author. */
@NullMarked
package io.lockkeeper.console.ground.refusal;

import org.jspecify.annotations.NullMarked;
