@NullMarked
package io.lockkeeper.spring.actuate;

import org.jspecify.annotations.NullMarked;
