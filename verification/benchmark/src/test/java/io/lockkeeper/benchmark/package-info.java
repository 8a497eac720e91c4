@NullMarked
package io.lockkeeper.benchmark;

import org.jspecify.annotations.NullMarked;
