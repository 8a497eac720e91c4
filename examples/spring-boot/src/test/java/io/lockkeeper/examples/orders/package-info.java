@NullMarked
package io.lockkeeper.examples.orders;

import org.jspecify.annotations.NullMarked;
