@NullMarked
package io.lockkeeper.spring.startup;

import org.jspecify.annotations.NullMarked;
