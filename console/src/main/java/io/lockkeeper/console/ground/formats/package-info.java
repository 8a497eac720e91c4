/** The formats of durations, counts and addresses of locks. */
@NullMarked
package io.lockkeeper.console.ground.formats;

import org.jspecify.annotations.NullMarked;
