/** A library that needs MongoDB's driver 3.12, as it lives. */
@NullMarked
package io.lockkeeper.examples.olddriver;

import org.jspecify.annotations.NullMarked;
