@NullMarked
package io.lockkeeper.spring.reactive;

import org.jspecify.annotations.NullMarked;
