@NullMarked
package io.lockkeeper.spring.boot;

import org.jspecify.annotations.NullMarked;
