/** How a request is refused, in a sentence for the one who made it. */
@NullMarked
package io.lockkeeper.console.ground.refusal;

import org.jspecify.annotations.NullMarked;
