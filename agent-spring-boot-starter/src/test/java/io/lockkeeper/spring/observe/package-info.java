@NullMarked
package io.lockkeeper.spring.observe;

import org.jspecify.annotations.NullMarked;
