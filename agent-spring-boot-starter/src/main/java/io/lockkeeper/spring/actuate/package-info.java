/** An agent's health, its locks as an endpoint, and what it is. */
@NullMarked
package io.lockkeeper.spring.actuate;

import org.jspecify.annotations.NullMarked;
