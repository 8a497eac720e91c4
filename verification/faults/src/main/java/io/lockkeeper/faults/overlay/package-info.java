/** Places of the product's source, changed, and the classes that come of it. */
@NullMarked
package io.lockkeeper.faults.overlay;

import org.jspecify.annotations.NullMarked;
