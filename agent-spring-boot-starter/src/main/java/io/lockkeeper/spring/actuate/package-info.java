/** The agent's health indicator, its locks as an endpoint, and its part of the info endpoint. */
@NullMarked
package io.lockkeeper.spring.actuate;

import org.jspecify.annotations.NullMarked;
