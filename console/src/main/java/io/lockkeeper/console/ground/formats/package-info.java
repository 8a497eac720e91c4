/** How durations, counts and addresses of locks are written. */
@NullMarked
package io.lockkeeper.console.ground.formats;

import org.jspecify.annotations.NullMarked;
