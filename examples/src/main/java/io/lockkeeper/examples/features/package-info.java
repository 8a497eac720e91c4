/** Programs that show one feature each and fail loudly where it does not do what it promises. */
@NullMarked
package io.lockkeeper.examples.features;

import org.jspecify.annotations.NullMarked;
