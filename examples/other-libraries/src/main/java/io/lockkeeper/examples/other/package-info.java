/** Services of a shop that take their locks by other libraries: what {@code ./lockkeeper demo --foreign} starts beside ours. */
@NullMarked
package io.lockkeeper.examples.other;

import org.jspecify.annotations.NullMarked;
