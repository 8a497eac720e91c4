/** A service on Spring Boot 3.5 with the starter for it. */
@NullMarked
package io.lockkeeper.examples.boot3;

import org.jspecify.annotations.NullMarked;
