@NullMarked
package io.lockkeeper.examples.boot3;

import org.jspecify.annotations.NullMarked;
